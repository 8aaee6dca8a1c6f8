/** What is open to an organization only once an operator says so (contract 9). */
export const GRANTS = ['transcribe', 'anonymize'] as const;
export type Grant = (typeof GRANTS)[number];
