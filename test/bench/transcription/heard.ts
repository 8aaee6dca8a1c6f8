/** The result of a recording, and its cost in seconds. */
export interface Heard {
  text: string;
  seconds: number;
  /** Processor time, over all processes. */
  cpu: number;
}
