/** Samples a second of all decoded audio. */
export const SAMPLE_RATE = 16_000;
