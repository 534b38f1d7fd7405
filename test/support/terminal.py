# Runs a command in a pseudo-terminal, and answers each question once it is asked: the mark of one that is open goes
# before its text. An answer may begin with keys, as "\u001b[B" for down.
# usage: terminal.py '[["question", "answer"], …]' command [argument …]
# It is ended if it says nothing for a minute: it waits for an answer that there is none for.
import fcntl, json, os, pty, re, select, signal, struct, sys, termios

answers = json.loads(sys.argv[1])
pid, fd = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
# Without a size, each character is on a line of its own.
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
        os.write(fd, answers.pop(0)[1].encode() + b"\r")
_, status = os.waitpid(pid, 0)
sys.exit(os.waitstatus_to_exitcode(status))
