import { ask, client, type Schemas } from '../api/client';
import type { MarkedSpan } from '../privacy/marked-text';
import type { KeptTranscription } from './kept-transcription';
import type { Segment } from './written-transcript';

type Result = Pick<Schemas['JobResultDto'], 'segments' | 'speaker_names'>;

/** A segment with the positions of its original values. */
export interface RestoredSegment extends Segment {
  spans: MarkedSpan[];
}

/** What a transcript has instead of replacements. */
export interface RestoredTranscript {
  segments: RestoredSegment[];
  names: Record<string, string>;
}

/** The most texts of one request. */
const MOST_TEXTS = 1_000;

/**
 * Returns a transcript with its original values. The page stores none of it.
 *
 * @throws Failure if the service refuses it
 */
export async function restoreTranscript(
  { segments = [], speaker_names: suggested = {} }: Result,
  { jobId, caseId }: KeptTranscription,
): Promise<RestoredTranscript> {
  const speakers = Object.keys(suggested);
  const withWords = segments.filter(({ words }) => words);
  const texts = [
    ...segments.map(({ text }) => text),
    ...speakers.map((speaker) => suggested[speaker]!),
    ...withWords.map(({ words = [] }) => words.map(({ text }) => text).join('\n')),
  ];
  const restored: { text: string; spans: MarkedSpan[] }[] = [];
  for (let at = 0; at < texts.length; at += MOST_TEXTS) {
    const body = {
      ...(caseId === undefined ? { job_id: jobId } : { case_id: caseId }),
      texts: texts.slice(at, at + MOST_TEXTS),
      spans: true,
    };
    const answer = await ask(client.POST('/ai/v1/restore', { body }));
    // Only a request with text/plain is answered with text.
    if (typeof answer === 'string') throw new TypeError('expected JSON');
    const { texts: parts = [], spans = [] } = answer.data;
    restored.push(
      ...parts.map((text, i) => ({
        text,
        spans: (spans[i] ?? []).map(({ replacement, ...span }) => ({ ...span, other: replacement })),
      })),
    );
  }
  const words = new Map(
    withWords.map((segment, i) => [segment, restored[segments.length + speakers.length + i]!.text]),
  );
  return {
    segments: segments.map((segment, i) => ({
      ...segment,
      ...restored[i]!,
      ...(segment.words && { words: wordsOf(segment.words, words.get(segment)!) }),
    })),
    names: Object.fromEntries(speakers.map((speaker, i) => [speaker, restored[segments.length + i]!.text])),
  };
}

/** Returns the words with their restored texts; undefined if a value has several lines. */
function wordsOf(words: readonly NonNullable<Segment['words']>[number][], restored: string) {
  const texts = restored.split('\n');
  return texts.length === words.length ? words.map((word, i) => ({ ...word, text: texts[i]! })) : undefined;
}
