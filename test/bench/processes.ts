import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second on Linux, the same on every machine that Node.js supports. */
const TICKS_PER_SECOND = 100;

/** Returns a process and all its descendants. */
export function processTree(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const parent = Number(statOf(Number(entry))?.[1] ?? -1);
    children.set(parent, [...(children.get(parent) ?? []), Number(entry)]);
  }
  const tree = [pid];
  for (const one of tree) tree.push(...(children.get(one) ?? []));
  return tree;
}

/** Returns the processor time of these processes, with that of their ended children. */
export const cpuSeconds = (pids: readonly number[]): number =>
  pids
    .flatMap((pid) => statOf(pid)?.slice(11, 15).map(Number) ?? [])
    .reduce((sum, ticks) => sum + ticks / TICKS_PER_SECOND, 0);

/** Returns the resident memory of a process in bytes, or 0 if it has ended. */
export function residentBytes(pid: number): number {
  const status = read(`/proc/${pid}/status`) ?? '';
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}

/** Returns the peak of the total memory of the processes in `pids`, sampled every `everyMs`. */
export function watchMemory(pids: () => readonly number[], everyMs = 50): { stop(): number } {
  let most = 0;
  const look = (): void => {
    most = Math.max(
      most,
      pids()
        .map(residentBytes)
        .reduce((sum, bytes) => sum + bytes, 0),
    );
  };
  const timer = setInterval(look, everyMs);
  return {
    stop: () => {
      clearInterval(timer);
      return most;
    },
  };
}

/** Returns the fields of proc(5)'s stat from the third on, after the name in brackets. */
const statOf = (pid: number): string[] | undefined =>
  read(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ');

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
