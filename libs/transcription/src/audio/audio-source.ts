import type { Readable } from 'node:stream';
import { AppError } from '@app/common';

/** A recording in any store. It is read twice: to inspect its container, and to decode it. */
export interface AudioSource {
  open(): Promise<Readable>;
}

const REASONS = {
  unsupported: 'Unsupported audio format',
  incomplete: 'The audio file is incomplete: it ends before the length that it states',
  damaged: 'The audio file is damaged: too much of it cannot be decoded',
  empty: 'The audio file contains no audio',
  sameChannels: 'The recording does not have two different channels',
} as const;
export type AudioFault = keyof typeof REASONS;

/** The error for an invalid recording. Another attempt would fail in the same way. The message is for its owner. */
export class AudioRejected extends AppError {
  constructor(readonly fault: AudioFault) {
    super('bad_request', REASONS[fault]);
  }
}

/** The samples per second of all decoded audio. */
export const SAMPLE_RATE = 16_000;
