import type { Readable } from 'node:stream';
import { AppError } from '@app/common';

/** A recording, wherever it lies. It is read twice: once to look at its container, once to decode it. */
export interface AudioSource {
  open(): Promise<Readable>;
}

const REASONS = {
  unsupported: 'Unsupported audio format',
  incomplete: 'The audio file is incomplete: it ends before the length that it states',
  damaged: 'The audio file is damaged: too much of it cannot be decoded',
  empty: 'The audio file holds no audio',
} as const;
export type AudioFault = keyof typeof REASONS;

/** The recording itself is at fault: trying again would end the same way. The message is for its owner. */
export class AudioRejected extends AppError {
  constructor(readonly fault: AudioFault) {
    super('bad_request', REASONS[fault]);
  }
}

/** Samples a second of all decoded audio. */
export const SAMPLE_RATE = 16_000;
