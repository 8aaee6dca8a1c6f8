/** Preloaded into the programs: the pipe from the launcher ends with it, also where it was killed; then they stop too. */
process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).resume();
