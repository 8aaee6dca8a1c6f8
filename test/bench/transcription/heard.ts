/** What came of a recording, and what it took, in seconds. */
export interface Heard {
  text: string;
  seconds: number;
  /** Of processor time, over all processes. */
  cpu: number;
}
