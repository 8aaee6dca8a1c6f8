import { setFlagsFromString } from 'node:v8';

/**
 * Keeps compiled functions, however rarely they run. V8 drops those that rested over some garbage collections, and an
 * idle process collects: callers after a quiet half minute would wait for everything to be compiled anew, which takes
 * two to three times what their request takes. Each collection reads the flag, so it may be set in a running program.
 */
export function keepCompiledCode(): void {
  setFlagsFromString('--no-flush-bytecode');
}
