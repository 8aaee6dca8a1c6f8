/** What the spawner is told: to start a built program under a number, or to end the one that has it. */
export type SpawnerOrder = { start: number; args: readonly string[] } | { kill: number };

/** What it says; with `started` comes the socket that is the program's standard input and takes its output. */
export type SpawnerNews =
  | { started: number; pid: number }
  /** The system had no room for one more process. */
  | { refused: number }
  /** Without code where a signal ended it. */
  | { ended: number; code: number | null };
