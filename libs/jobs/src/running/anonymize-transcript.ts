import { Injectable } from '@nestjs/common';
import {
  anonymizeInSlices,
  Detector,
  EntityTable,
  parseLanguage,
  type EntityType,
  type ReplacementStyle,
  type Span,
} from '@app/anonymization';
import type { Segment, Transcript } from '@app/transcription';

export interface TranscriptAnonymization {
  lang: string;
  choices: readonly EntityType[];
  style: ReplacementStyle;
}

type Spoken = Pick<Transcript, 'text' | 'segments'>;

/** A segment, and where its text stands in the whole. */
interface Placed extends Segment {
  from: number;
  to: number;
}

/** Hides personal data in a transcript and, with the same replacements, in its segments. */
@Injectable()
export class AnonymizeTranscript {
  constructor(private readonly detector: Detector) {}

  async execute(
    { text, segments }: Spoken,
    { lang, choices, style }: TranscriptAnonymization,
    signal: AbortSignal,
  ): Promise<Spoken> {
    const language = parseLanguage(lang);
    const [spans = []] = await this.detector.detect([text], language, signal);
    const table = EntityTable.create(style);
    const [whole] = await anonymizeInSlices(table, [{ text, spans, choices, language }]);
    const joined = joinAcross(placed(text, segments), whole!.detected);
    const parts = joined.map(({ from, to }) => ({
      text: text.slice(from, to),
      spans: spansWithin(spans, from, to),
      choices,
      language,
    }));
    const hidden = await anonymizeInSlices(table, parts);
    return {
      text: whole!.text,
      segments: joined.map(({ start, end }, i) => ({ start, end, text: hidden[i]!.text })),
    };
  }
}

function placed(text: string, segments: readonly Segment[]): Placed[] {
  let at = 0;
  return segments.map((segment) => {
    const from = text.indexOf(segment.text, at);
    at = from + segment.text.length;
    return { ...segment, from, to: at };
  });
}

/** A value that goes on in the next segment could not be seen in either half: the two become one. */
function joinAcross(segments: readonly Placed[], values: readonly Span[]): Placed[] {
  const result: Placed[] = [];
  for (const segment of segments) {
    const last = result.at(-1);
    if (last && values.some(({ start, end }) => start < last.to && end > segment.from))
      Object.assign(last, { end: segment.end, to: segment.to });
    else result.push({ ...segment });
  }
  return result;
}

const spansWithin = (spans: readonly Span[], from: number, to: number): Span[] =>
  spans
    .filter(({ start, end }) => start >= from && end <= to)
    .map((span) => ({ ...span, start: span.start - from, end: span.end - from }));
