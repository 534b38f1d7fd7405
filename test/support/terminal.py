# Runs a command in a pseudo-terminal, and answers each question once it has been asked.
# usage: terminal.py '[["question", "answer"], …]' command [argument …]
import fcntl, json, os, pty, select, struct, sys, termios

answers = json.loads(sys.argv[1])
pid, fd = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
# Without a size, each character is on a line of its own.
fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))
text, since = "", 0
while True:
    select.select([fd], [], [])
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
    if answers and answers[0][0] in text[since:]:
        since = len(text)
        os.write(fd, answers.pop(0)[1].encode() + b"\r")
_, status = os.waitpid(pid, 0)
sys.exit(os.waitstatus_to_exitcode(status))
