# Runs a command in a pseudo-terminal, and answers each question when it appears: the mark of an open question precedes
# its text. An answer can begin with keys, such as "\u001b[B" for down. The answer "\u001b" only presses Escape.
# usage: terminal.py '[["question", "answer"], …]' command [argument …]
# Kills the command if it prints nothing for a minute, because it then waits for an answer that is not in the list.
import fcntl, json, os, pty, re, select, signal, struct, sys, termios

answers = json.loads(sys.argv[1])
pid, fd = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
# Without a size, each character would be on its own line.
fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))
text, since = "", 0
while True:
    if not select.select([fd], [], [], 60)[0]:
        os.kill(pid, signal.SIGKILL)
        break
    try:
        chunk = os.read(fd, 4096)
    except OSError:
        break
    if not chunk:
        break
    piece = chunk.decode("utf-8", "replace")
    text += piece
    sys.stdout.write(piece)
    sys.stdout.flush()
    shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text[since:])
    if answers and re.search("◆  .*" + re.escape(answers[0][0]), shown):
        since = len(text)
        answer = answers.pop(0)[1]
        os.write(fd, answer.encode() if answer == "\u001b" else answer.encode() + b"\r")
_, status = os.waitpid(pid, 0)
sys.exit(os.waitstatus_to_exitcode(status))
