import type { Span } from '../../speech/speech-piece';

/** Shorter stretches are a breath, a laugh, or an end of a word that was timed too early. */
const LEAST_UNHEARD = 1.5;
/** Speech that rests for less than this goes on. */
const REST = 0.5;

/**
 * Speech for which there are no words. Whisper at times ends a piece early, or passes over a part of it, and says
 * nothing of it; the detector heard it all the same.
 *
 * @param speech where there is speech, in order
 * @param heard where there are words, in order
 */
export function unheard(speech: readonly Span[], heard: readonly Span[]): Span[] {
  return joined(speech)
    .flatMap((span) => without(span, heard))
    .filter(({ start, end }) => end - start >= LEAST_UNHEARD);
}

function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const { start, end } of spans) {
    const last = result.at(-1);
    if (last && start - last.end < REST) last.end = end;
    else result.push({ start, end });
  }
  return result;
}

function without(span: Span, heard: readonly Span[]): Span[] {
  const left: Span[] = [];
  let at = span.start;
  for (const { start, end } of heard) {
    if (start > at) left.push({ start: at, end: Math.min(start, span.end) });
    at = Math.max(at, end);
    if (at >= span.end) return left;
  }
  return [...left, { start: at, end: span.end }];
}
