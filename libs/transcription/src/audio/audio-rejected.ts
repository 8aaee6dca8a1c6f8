import { AppError } from '@app/common';

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
