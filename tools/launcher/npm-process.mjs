import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 500;

/**
 * Calls `tell` once when the npm that runs this program has ended, or the shell between them. A killed npm sends no
 * signal, and this program would continue without this. If npm did not start it, it may outlive its parent.
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

/** The processes from this one to npm, including a shell if npm's shell does not exec the program. */
function linksToNpm() {
  const { pid, ppid } = process;
  const links = [{ child: pid, parent: ppid }];
  if (isShell(ppid)) links.push({ child: ppid, parent: parentOf(ppid) });
  return links;
}

/** Returns undefined if the process has ended. An orphaned process gets another parent. */
function parentOf(pid) {
  return pid === process.pid ? process.ppid : statusOf(pid)?.parent;
}

const isShell = (pid) => /^(?:ba|da|a|k|z)?sh$/.test(statusOf(pid)?.name ?? '');

/** Parses proc(5), where the name is in parentheses and may contain some. On other systems shells exec the program. */
function statusOf(pid) {
  try {
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { name, parent: Number(parent) };
  } catch {
    return undefined; // The process has ended, or this is not Linux.
  }
}
