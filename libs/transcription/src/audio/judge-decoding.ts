import { AudioRejected } from './audio-rejected';

/** How the decoder ended. */
export interface DecoderEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The end of what it said: for this judgement alone, as it may quote the recording's own texts. */
  said: string;
  samples: number;
}

const TOO_MANY_ERRORS = 69;
const CRASHES = new Set<NodeJS.Signals | null>(['SIGSEGV', 'SIGABRT', 'SIGFPE', 'SIGILL', 'SIGBUS']);

/**
 * @throws AudioRejected where the recording is at fault
 * @throws Error where the decoder was stopped from outside: another attempt may succeed
 */
export function judgeDecoding({ code, signal, said, samples }: DecoderEnd): void {
  if (CRASHES.has(signal)) throw new AudioRejected('unsupported');
  if (signal) throw new Error('The audio decoder was stopped');
  if (code === TOO_MANY_ERRORS) throw new AudioRejected('damaged');
  if (code !== 0) throw new AudioRejected('unsupported');
  if (/: partial file$/m.test(said)) throw new AudioRejected('incomplete');
  if (samples === 0) throw new AudioRejected('empty');
}
