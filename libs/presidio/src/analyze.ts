import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { EntityType } from '@app/anonymization';
import { invalid, readBody, type Caller } from '@app/common';
import { AdHocFinders, adHocRecognizers } from './ad-hoc-recognizers';
import { CodePoints } from './code-points';
import { entityOf, kindsOfEntity } from './entities';
import { FindValues } from './find-values';
import { readLanguage } from './read-language';

const MOST_TEXTS = 500;
/** The service decides whether a text is a value: it does not estimate a probability. */
export const SCORE = 1;

const text = z.string({ error: 'must be a text' });
const words = z.array(text, { error: 'must be a list of texts' });
const score = z.number({ error: 'must be a number from 0 to 1' }).min(0).max(1);
const request = z.object({
  text: z.union([text, words.min(1).max(MOST_TEXTS)], {
    error: `must be a text, or a list of at most ${MOST_TEXTS} texts`,
  }),
  language: text,
  entities: words.nullish(),
  score_threshold: score.nullish(),
  ad_hoc_recognizers: adHocRecognizers.nullish(),
  allow_list: words.nullish(),
  allow_list_match: z
    .literal('exact', { error: 'must be exact: patterns of values to keep are not supported' })
    .nullish(),
});

/** A value, as Presidio's analyzer returns it. Offsets are code points. */
export interface RecognizerResult {
  entity_type: string;
  start: number;
  end: number;
  score: number;
  /** The service does not explain its decisions */
  analysis_explanation: null;
}

/** Finds values in texts and returns their places, as Presidio's analyzer. */
@Injectable()
export class Analyze {
  constructor(private readonly findValues: FindValues) {}

  /**
   * @returns the results of one text, or a list of results for each text of a list
   * @throws AppError `bad_request`
   */
  async execute(
    caller: Caller,
    body: unknown,
    signal: AbortSignal,
  ): Promise<RecognizerResult[] | RecognizerResult[][]> {
    const asked = readBody(request, body);
    const recognizers = asked.ad_hoc_recognizers ?? [];
    const wanted = asked.entities?.length ? new Set(asked.entities) : undefined;
    const choices = wanted && kindsOf(wanted, new Set(recognizers.map((one) => one.supported_entity)));
    const texts = typeof asked.text === 'string' ? [asked.text] : asked.text;
    const language = readLanguage(asked.language, texts.join('\n'));
    const finders = await AdHocFinders.of(
      recognizers.filter((one) => wanted?.has(one.supported_entity) ?? true),
      signal,
    );
    const found = await this.findValues.execute(
      caller,
      { texts, language, ...(choices && { choices }), keep: asked.allow_list ?? [] },
      signal,
    );
    const results: RecognizerResult[][] = [];
    for (const [i, one] of texts.entries()) {
      const own = found[i]!.map(({ type, ...range }) => ({
        ...range,
        entityType: entityOf(type),
        score: SCORE,
      }));
      const adHoc = await finders.find(one, signal);
      const points = new CodePoints(one);
      results.push(
        [...own, ...adHoc]
          .filter((value) => value.score >= (asked.score_threshold ?? 0))
          .map(({ start, end, entityType, score: value }) => ({
            entity_type: entityType,
            start: points.ofUnit(start),
            end: points.ofUnit(end),
            score: value,
            analysis_explanation: null,
          }))
          .toSorted((a, b) => b.score - a.score || a.start - b.start || b.end - a.end),
      );
    }
    return typeof asked.text === 'string' ? results[0]! : results;
  }
}

/** @throws AppError `bad_request` if neither the service nor a recognizer of the request finds an entity */
function kindsOf(entities: ReadonlySet<string>, adHoc: ReadonlySet<string>): EntityType[] {
  return [...entities].flatMap((name) => {
    const kinds = kindsOfEntity(name);
    if (!kinds && !adHoc.has(name))
      throw invalid('entities', 'must be names that supportedentities lists, or of ad_hoc_recognizers');
    return kinds ?? [];
  });
}
