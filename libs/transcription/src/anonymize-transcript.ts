import { Injectable } from '@nestjs/common';
import {
  ENTITY_TYPES,
  EntityTable,
  IssuedTable,
  languageOf,
  type AnonymizedText,
  type Change,
  type EntityType,
  type Language,
  type ReplacementStyle,
  type Rules,
  type Span,
  type TextToLookUp,
} from '@app/anonymization';
import { CaseOfJob, failWhereRefused } from '@app/anonymization-jobs';
import type { RunningJob } from '@app/jobs';
import { HideTexts, type SearchedTexts } from '@app/hiding';
import { CurrentPolicies } from '@app/policy';
import type { HiddenSpeech } from './bleeping/hidden-speech';
import { speakerNames } from './speakers/speaker-names';
import type { Transcript } from './transcribe-audio';
import type { Segment, Word } from './transcriber';

export interface TranscriptAnonymization {
  /** If absent, the language is guessed from the text. */
  lang?: string;
  choices: readonly EntityType[];
  style: ReplacementStyle;
}

/** The table that a transcript is hidden with. */
export interface TableOfTranscript {
  /** Whether it is the table of a case: its values may be spoken in another form */
  isOfCase: boolean;
  /** Runs `hide`, once or several times, on the part of the table that these texts need. */
  hide(
    style: ReplacementStyle,
    texts: readonly TextToLookUp[],
    hide: (table: EntityTable) => Promise<AnonymizedText[]>,
  ): Promise<AnonymizedText[]>;
}

type Spoken = Pick<Transcript, 'text' | 'segments'>;

/** A transcript in which values are hidden, when those were spoken, and the names of its speakers. */
type Hidden = Spoken & { hidden?: HiddenSpeech[]; names?: Record<string, string> };

/** The job that a transcript belongs to. */
type JobOfTranscript = Pick<RunningJob, 'organizationId' | 'userId' | 'policyVersion'> & {
  caseId?: string | undefined;
  /** Receives what restores the transcript */
  onIssued?: ((table: string) => void) | undefined;
  /** Whether the names that speakers say of themselves are returned */
  namesSpeakers?: boolean | undefined;
};

/** A segment or word with the position of its text in the whole transcript or segment. */
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
    private readonly cases: CaseOfJob,
  ) {}

  /**
   * @param asked if absent, hides only what the policy requires
   * @throws JobFailure if the transcript contains a value that the policy blocks; `case_closed`, `case_full`
   */
  async execute(
    spoken: Spoken,
    asked: TranscriptAnonymization | undefined,
    { caseId, policyVersion, onIssued, namesSpeakers, ...owner }: JobOfTranscript,
    signal: AbortSignal,
  ): Promise<Hidden> {
    // Nothing may be hidden.
    onIssued?.(await (await IssuedTable.of(EntityTable.create('placeholders'), [])).write());
    const rules = (await this.policies.at(owner.organizationId, policyVersion)).rulesFor();
    const table: TableOfTranscript = {
      isOfCase: caseId !== undefined,
      hide: (style, texts, hide) => this.cases.hide(owner, { style, caseId, onIssued }, texts, hide),
    };
    return this.hideUnder(rules, spoken, asked, signal, table, namesSpeakers).catch(failWhereRefused);
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
    { isOfCase, hide }: TableOfTranscript,
    namesSpeakers = false,
  ): Promise<Hidden> {
    const { text, segments } = spoken;
    const { lang, choices = [], style = 'placeholders' } = asked ?? {};
    const language = languageOf(text, lang);
    const hiding = { choices, language, rules };
    const known = isOfCase ? ENTITY_TYPES : [];
    const asSearched = { ...hiding, known };
    const searched = await this.hideTexts.search([{ text, field: 'transcript' }], asSearched, signal);
    const { spans } = searched.texts[0]!;
    const at = placed(text, segments);
    const names = namesSpeakers
      ? speakerNames(text, at, await this.findNames(searched, language, signal))
      : [];
    const namesAfter = (changes: readonly Change[]) => ({
      ...(namesSpeakers && { names: namesOf(text, names, changes) }),
    });
    if (searched.kinds.length === 0 && !rules.terms) return { ...spoken, ...namesAfter([]) };
    const joinedBy = (whole: AnonymizedText): Placed[] => joinAcross(at, whole.detected);
    const [whole, ...parts] = await hide(style, searched.texts, async (table) => {
      const [hidden] = await searched.hideBehind(table);
      const joined = joinedBy(hidden!).map(({ from, to }) => ({
        text: text.slice(from, to),
        spans: spansWithin(spans, from, to),
        ...hiding,
      }));
      return [hidden!, ...(await this.hideTexts.hide(table, joined, signal))];
    });
    const joined = joinedBy(whole!);
    return {
      text: whole!.text,
      ...namesAfter(whole!.changes),
      hidden: joined.flatMap((segment, i) =>
        hiddenSpeech(text.slice(segment.from, segment.to), segment, parts[i]!.changes),
      ),
      segments: joined.map((segment, i) => ({
        ...withoutText(segment),
        text: parts[i]!.text,
        ...(segment.words && {
          words: hiddenWords(text.slice(segment.from, segment.to), segment.words, parts[i]!.changes),
        }),
      })),
    };
  }

  /** Returns what was found in the transcript, with all names. */
  private async findNames(
    { kinds, texts }: SearchedTexts,
    language: Language,
    signal: AbortSignal,
  ): Promise<readonly Span[]> {
    const { text, spans } = texts[0]!;
    if (kinds.includes('Names')) return spans;
    const [found] = await this.hideTexts.find([text], { kinds: ['Names'], language }, signal);
    return found!;
  }
}

/** Returns the names of speakers after these changes. Those that the policy removes are left out. */
function namesOf(
  text: string,
  names: Iterable<readonly [speaker: string, part: Pick<Placed, 'from' | 'to'>]>,
  changes: readonly Change[],
): Record<string, string> {
  const shown = [...names].map(([speaker, part]) => [speaker, changed(text, part, changes).trim()] as const);
  return Object.fromEntries(shown.filter(([, name]) => name !== ''));
}

/** Returns the times of a segment, and its speaker. */
const withoutText = ({ start, end, speaker, overlap }: Segment): Omit<Segment, 'text'> => ({
  start,
  end,
  ...(speaker !== undefined && { speaker }),
  ...(overlap && { overlap }),
});

function placed(text: string, segments: readonly Segment[]): Placed[] {
  let at = 0;
  return segments.map((segment) => {
    const own = segment.text.trim();
    const from = text.indexOf(own, at);
    at = from + own.length;
    return { ...segment, from, to: at };
  });
}

/** Joins segments that a value spans, because neither part alone would be recognized. */
function joinAcross(segments: readonly Placed[], values: readonly Pick<Span, 'start' | 'end'>[]): Placed[] {
  const result: Placed[] = [];
  for (const segment of segments) {
    const last = result.at(-1);
    if (last && values.some(({ start, end }) => start < last.to && end > segment.from))
      Object.assign(last, {
        end: segment.end,
        to: segment.to,
        ...(last.words && segment.words && { words: [...last.words, ...segment.words] }),
      });
    else result.push({ ...segment });
  }
  return result;
}

/** Returns when the hidden values of a segment are spoken: their words, or the whole segment if a value has none. */
function hiddenSpeech(
  text: string,
  { start, end, words = [] }: Segment,
  changes: readonly Change[],
): HiddenSpeech[] {
  if (changes.length === 0) return [];
  const units = joinAcross(placed(text, words), changes);
  const overlaps = (change: Change, { from, to }: Placed): boolean => change.start < to && change.end > from;
  const spoken = units.filter((unit) => changes.some((change) => overlaps(change, unit)));
  const isComplete = changes.every((change) => spoken.some((unit) => overlaps(change, unit)));
  const values = changes.map((change) => text.slice(change.start, change.end));
  return [{ start, end, words: isComplete ? spoken : [{ start, end }], values }];
}

/** Hides the words of a segment as its text is hidden. Words that a value spans become one. */
const hiddenWords = (text: string, words: readonly Word[], changes: readonly Change[]): Word[] =>
  joinAcross(placed(text, words), changes).map((word) => ({
    ...withoutText(word),
    text: changed(text, word, changes),
  }));

/** Returns a part of a text with the changes that concern it. */
function changed(
  text: string,
  { from, to }: Pick<Placed, 'from' | 'to'>,
  changes: readonly Change[],
): string {
  let result = '';
  let at = from;
  for (const { start, end, replacement } of changes) {
    if (end <= from || start >= to) continue;
    result += text.slice(at, Math.max(start, at)) + replacement;
    at = end;
  }
  return result + text.slice(at, Math.max(to, at));
}

const spansWithin = (spans: readonly Span[], from: number, to: number): Span[] =>
  spans
    .filter(({ start, end }) => start >= from && end <= to)
    .map((span) => ({ ...span, start: span.start - from, end: span.end - from }));
