/**
 * Every queue, and what an entry of it carries: an id, and nothing else. An entry is a doorbell. It says that
 * there is work, the rows in PostgreSQL say which (contract: Jobs).
 */
export interface QueueEntries {
  anonymization: { jobId: string };
  transcription: { jobId: string };
  'webhook-delivery': { deliveryId: string };
}

export type QueueName = keyof QueueEntries;

/** One queue per kind of work, so that each can be scaled without the others. */
export const QUEUE_NAMES = [
  'anonymization',
  'transcription',
  'webhook-delivery',
] as const satisfies readonly QueueName[];

export const isQueueName = (name: string): name is QueueName => QUEUE_NAMES.some((known) => known === name);
