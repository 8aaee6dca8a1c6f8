import { Injectable } from '@nestjs/common';
import {
  DETECTION_GENERATION,
  ENTITY_TYPES,
  kindsToSearch,
  type EntityType,
  type Language,
  type Span,
} from '@app/anonymization';
import type { Owner } from '@app/common';
import { DocumentPassages, PassageFindings, type DocumentPassage } from '@app/documents';
import { HideTexts } from '@app/hiding';
import { countMessageTokens } from '@app/llm';

export interface PassageQuestion {
  prompt: string;
  /** The chat's documents, in the order in which they were attached. */
  documentIds: readonly string[];
  /** The limit for the passages, in tokens. */
  tokens: number;
  /** The kinds to search for; empty for none. */
  kinds: readonly EntityType[];
  language: Language;
  /** Whether the documents belong to the assistant of the chat */
  isOfAssistant?: true;
}

export interface ChosenPassage extends DocumentPassage {
  isOfAssistant?: true;
  /** The spans detected in its text. */
  spans: Span[];
}

export interface ChosenPassages {
  /** In document order. */
  passages: readonly ChosenPassage[];
  /** Whether the passages are the whole content of the documents. */
  complete: boolean;
}

export const NO_PASSAGES: ChosenPassages = { passages: [], complete: true };

/** Chooses the passages of a chat's documents that are sent, and searches only those for personal data. */
@Injectable()
export class ChoosePassages {
  constructor(
    private readonly documents: DocumentPassages,
    private readonly findings: PassageFindings,
    private readonly hideTexts: HideTexts,
  ) {}

  async execute(owner: Owner, question: PassageQuestion, signal: AbortSignal): Promise<ChosenPassages> {
    const { kinds, language, isOfAssistant, ...request } = question;
    if (request.documentIds.length === 0) return NO_PASSAGES;
    const selection = await this.documents.select(
      owner,
      { ...request, countTokens: countMessageTokens },
      signal,
    );
    const spans =
      kinds.length > 0
        ? await this.detect(owner, selection.passages, { kinds, language }, signal)
        : selection.passages.map(() => []);
    return {
      passages: selection.passages.map((passage, i) => ({
        ...passage,
        spans: spans[i]!,
        ...(isOfAssistant && { isOfAssistant }),
      })),
      complete: selection.complete,
    };
  }

  private async detect(
    owner: Owner,
    passages: readonly DocumentPassage[],
    { kinds, language }: Pick<PassageQuestion, 'kinds' | 'language'>,
    signal: AbortSignal,
  ): Promise<Span[][]> {
    const variant = variantOf(language, kinds);
    const answering = new Set([variantOf(language, ENTITY_TYPES), variant]);
    const known = await this.findings.load<Span[]>(owner, passages, [...answering]);
    const unseen = passages.filter((_, i) => known[i] === undefined);
    const texts = unseen.map(({ before, text, after }) => before + text + after);
    const found = await this.hideTexts.find(texts, { kinds, language, owner }, signal);
    const noted = unseen.map((passage, i) => ({ passage, findings: within(passage, found[i]!) }));
    if (noted.length > 0) await this.findings.keep(owner, noted, variant);
    return known.map((spans) => spans ?? noted.shift()!.findings);
  }
}

/** Returns the key of a search in stored findings. A search for all kinds has the key that earlier versions used. */
function variantOf({ code, regions }: Language, wanted: readonly EntityType[]): string {
  const kinds = kindsToSearch(wanted);
  const all = `${DETECTION_GENERATION}:${code}:${regions.join()}`;
  return kinds.length === ENTITY_TYPES.length ? all : `${all}:${kinds.join()}`;
}

/**
 * Converts spans of a passage with its surroundings into spans of the passage. A span that crosses its edge counts too.
 */
function within({ before, text }: DocumentPassage, spans: readonly Span[]): Span[] {
  return spans
    .map(({ start, end, ...rest }) => ({
      ...rest,
      start: Math.max(0, start - before.length),
      end: Math.min(text.length, end - before.length),
    }))
    .filter(({ start, end }) => start < end);
}
