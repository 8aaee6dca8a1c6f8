/**
 * One queue per kind of work, so that each can be scaled without the others. An entry carries nothing: it is a doorbell.
 * It says that there is work, the rows in PostgreSQL say which (contract: Jobs).
 */
export const QUEUE_NAMES = ['anonymization', 'transcription', 'webhook-delivery'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

export const isQueueName = (name: string): name is QueueName => QUEUE_NAMES.some((known) => known === name);
