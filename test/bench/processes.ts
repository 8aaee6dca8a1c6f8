import { readdirSync, readFileSync } from 'node:fs';

/** Of Linux, on every machine that Node runs on. */
const TICKS_PER_SECOND = 100;

/** A process and everything that it started, directly or not. */
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

/** Processor time that these processes have used, with that of their children that have ended. */
export const cpuSeconds = (pids: readonly number[]): number =>
  pids
    .flatMap((pid) => statOf(pid)?.slice(11, 15).map(Number) ?? [])
    .reduce((sum, ticks) => sum + ticks / TICKS_PER_SECOND, 0);

/** Resident memory of a process, in bytes; 0 where it has ended. */
export function residentBytes(pid: number): number {
  const status = read(`/proc/${pid}/status`) ?? '';
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}

/** The most memory that the processes which `pids` gives held together at once, looked at every `everyMs`. */
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

/** Fields of proc(5)'s stat from the third on, which follows the name in brackets. */
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
