import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 500;

/**
 * Tells once that the npm that runs this program has ended, or the shell that npm put between. A killed npm passes no
 * signal on, and without this the program would go on by itself. Where npm does not run it, it may well outlive its parent.
 */
export function whenNpmEnds(tell) {
  if (!process.env.npm_lifecycle_event) return;
  const links = linksToNpm();
  const timer = setInterval(() => {
    if (links.every(({ child, parent }) => parentOf(child) === parent)) return;
    clearInterval(timer);
    tell();
  }, LOOK_EVERY_MS);
  timer.unref();
}

/** From this process up to npm: with one shell between where that does not give its place to the program. */
function linksToNpm() {
  const { pid, ppid } = process;
  const links = [{ child: pid, parent: ppid }];
  if (isShell(ppid)) links.push({ child: ppid, parent: parentOf(ppid) });
  return links;
}

/** Undefined where the process is gone. A process whose parent ended is given another one. */
function parentOf(pid) {
  return pid === process.pid ? process.ppid : statusOf(pid)?.parent;
}

const isShell = (pid) => /^(?:ba|da|a|k|z)?sh$/.test(statusOf(pid)?.name ?? '');

/** From proc(5), whose name stands in parentheses and may itself hold some; elsewhere shells give their place up. */
function statusOf(pid) {
  try {
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { name, parent: Number(parent) };
  } catch {
    return undefined; // Gone, or no Linux.
  }
}
