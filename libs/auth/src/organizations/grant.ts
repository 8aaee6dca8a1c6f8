/** What is open to an organization only once an operator says so (contract: Jobs). */
export const GRANTS = ['transcribe', 'anonymize'] as const;
export type Grant = (typeof GRANTS)[number];
