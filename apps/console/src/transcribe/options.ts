import type { useHiding } from '../anonymize/hiding-fields';

/** How a recording is transcribed, as the user chooses it. */
export interface Options {
  /** A code, or `auto`; undefined: not chosen yet */
  lang?: string;
  speakers: SpeakerChoice;
  /** Whether personal data is hidden in the transcript */
  hides: boolean;
  /** Whether it is muted in the recording, too */
  bleeps: boolean;
  words: boolean;
  vocabulary: string;
}

/** Not told apart, an unknown number of speakers, one for each channel, or their number. */
export const SPEAKER_CHOICES = [
  'none',
  'true',
  'split',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
  '10',
] as const;
export type SpeakerChoice = (typeof SPEAKER_CHOICES)[number];

export const FIRST_OPTIONS: Options = {
  speakers: 'none',
  hides: false,
  bleeps: false,
  words: false,
  vocabulary: '',
};

/** Returns the fields of a request. Without a case, the job itself can restore what it hides. */
export function fieldsOf(
  lang: string,
  { speakers, hides, bleeps, words, vocabulary }: Options,
  { choices, style, caseId }: Pick<ReturnType<typeof useHiding>, 'choices' | 'style' | 'caseId'>,
) {
  const telling = speakers !== 'none';
  return {
    lang,
    format: 'json',
    ...(telling && (speakers === 'split' ? { channels: 'split' } : { speakers })),
    ...(telling && { speaker_names: 'true' }),
    ...(words && { words: 'true' }),
    ...(vocabulary.trim() !== '' && { vocabulary: vocabulary.trim() }),
    ...(hides && { choices: choices.join(',') }),
    ...(hides &&
      (caseId === undefined ? { anonymized: String(style === 'surrogates') } : { case_id: caseId })),
    ...(hides && caseId === undefined && { restorable: 'true' }),
    ...(hides && bleeps && { bleep: 'true' }),
  };
}
