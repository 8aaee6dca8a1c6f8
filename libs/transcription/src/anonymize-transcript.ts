import { Injectable } from '@nestjs/common';
import {
  EntityTable,
  guessLanguage,
  parseLanguage,
  type EntityType,
  type ReplacementStyle,
  type Rules,
  type Span,
} from '@app/anonymization';
import { failWhereRefused } from '@app/anonymization-jobs';
import type { RunningJob } from '@app/jobs';
import { HideTexts } from '@app/hiding';
import { CurrentPolicies } from '@app/policy';
import type { Transcript } from './transcribe-audio';
import type { Segment } from './transcriber';

export interface TranscriptAnonymization {
  lang: string;
  choices: readonly EntityType[];
  style: ReplacementStyle;
}

type Spoken = Pick<Transcript, 'text' | 'segments'>;

/** A segment with the position of its text in the whole transcript. */
interface Placed extends Segment {
  from: number;
  to: number;
}

/**
 * Hides personal data in a transcript and, with the same replacements, in its segments: the requested kinds, and those
 * that the organization's policy requires.
 */
@Injectable()
export class AnonymizeTranscript {
  constructor(
    private readonly hideTexts: HideTexts,
    private readonly policies: CurrentPolicies,
  ) {}

  /**
   * @param asked if absent, hides only what the policy requires
   * @throws JobFailure if the transcript contains a value that the policy blocks
   */
  async execute(
    spoken: Spoken,
    asked: TranscriptAnonymization | undefined,
    { organizationId, policyVersion }: Pick<RunningJob, 'organizationId' | 'policyVersion'>,
    signal: AbortSignal,
  ): Promise<Spoken> {
    const rules = (await this.policies.at(organizationId, policyVersion)).rulesFor();
    return this.hideUnder(rules, spoken, asked, signal).catch(failWhereRefused);
  }

  /**
   * Hides personal data under the given rules.
   *
   * @throws BlockedByPolicy
   */
  async hideUnder(
    rules: Rules,
    spoken: Spoken,
    asked: Partial<TranscriptAnonymization> | undefined,
    signal: AbortSignal,
  ): Promise<Spoken> {
    const { text, segments } = spoken;
    const { lang, choices = [], style = 'placeholders' } = asked ?? {};
    const language = lang === undefined ? guessLanguage(text) : parseLanguage(lang);
    const hiding = { choices, language, rules };
    const searched = await this.hideTexts.search([{ text, field: 'transcript' }], hiding, signal);
    if (searched.kinds.length === 0 && rules.terms.length === 0) return spoken;
    const table = EntityTable.create(style);
    const [whole] = await searched.hideBehind(table);
    const { spans } = searched.texts[0]!;
    const joined = joinAcross(placed(text, segments), whole!.detected);
    const parts = joined.map(({ from, to }) => ({
      text: text.slice(from, to),
      spans: spansWithin(spans, from, to),
      ...hiding,
    }));
    const hidden = await this.hideTexts.hide(table, parts, signal);
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

/** Joins segments that a value spans, because neither part alone would be recognized. */
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
