/** Where the sealed columns of a job stand; their ciphertext opens nowhere else. */
export const inputPlace = (jobId: string): string => `jobs.input:${jobId}`;
export const webhookUrlPlace = (jobId: string): string => `jobs.webhook_url:${jobId}`;
