/** What a job does; also the name of its queue. */
export const JOB_TYPES = ['anonymization', 'transcription'] as const;
export type JobType = (typeof JOB_TYPES)[number];

/** A running job is `accepted`: whether it runs is nobody's business but the workers'. */
export type JobStatus = 'accepted' | 'completed' | 'failed';
