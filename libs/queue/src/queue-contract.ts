/**
 * One queue for each kind of work, so that each can be scaled separately. An entry has no content. It only notifies a
 * worker that there is work; the rows in PostgreSQL contain the work (contract: Jobs).
 */
export const QUEUE_NAMES = [
  'anonymization',
  'transcription',
  'file_anonymization',
  'webhook-delivery',
] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

export const isQueueName = (name: string): name is QueueName => QUEUE_NAMES.some((known) => known === name);
