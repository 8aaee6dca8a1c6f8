import { readFile } from 'node:fs/promises';

const KIB = 1024;

/** The memory that a process holds, from proc(5); 0 where the system has no such place or the process ended. */
export async function residentBytes(pid: number): Promise<number> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * KIB;
  } catch {
    return 0; // Not Linux, or gone: then the limit on the heap has to do.
  }
}
