import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { languageOf } from '@app/anonymization';
import { invalid, readBody, type Caller } from '@app/common';
import { OrganizationKeys } from '@app/data-keys';
import { SCORE } from './analyze';
import { CodePoints } from './code-points';
import { entityOf } from './entities';
import { FindValues, type FoundValue } from './find-values';
import { mergeResults, type Result } from './merge-results';
import { DEFAULT_OPERATOR, operate, operator, permitted, type Demand } from './operators';
import { place } from './place';
import { replaceResults, type Replaced } from './replace-results';

const request = z.object({
  text: z.string({ error: 'must be a text' }),
  anonymizers: z.record(z.string(), operator, { error: 'must be an object of operators' }).nullish(),
  analyzer_results: z.array(place.safeExtend({ score: z.number({ error: 'must be a number' }) }), {
    error: 'must be a list of results',
  }),
});

/** The purpose of the organization's key for hashes. Another one gives other hashes. */
const HASHES = 'presidio.hash';

/** Hides the values that the caller and the service find, as Presidio's anonymizer. Stores nothing. */
@Injectable()
export class AnonymizeResults {
  constructor(
    private readonly findValues: FindValues,
    private readonly keys: OrganizationKeys,
  ) {}

  /** @throws AppError `bad_request`; `blocked_by_policy` */
  async execute(caller: Caller, body: unknown, signal: AbortSignal): Promise<Replaced> {
    const { text, anonymizers, analyzer_results: given } = readBody(request, body, ['anonymizers']);
    const points = new CodePoints(text);
    given.forEach(({ end }, i) => {
      if (end > points.length) throw invalid(`analyzer_results[${i}].end`, 'must not be after the text');
    });
    const [found = []] = await this.findValues.execute(
      caller,
      { texts: [text], field: 'text', language: languageOf(text) },
      signal,
    );
    const values = found.map((value) => ({
      ...value,
      start: points.ofUnit(value.start),
      end: points.ofUnit(value.end),
    }));
    const results = mergeResults([...given.map(toResult), ...values.map(toOwnResult)], (start, end) =>
      text.slice(points.toUnit(start), points.toUnit(end)),
    );
    const operators = new Map(Object.entries(anonymizers ?? {}));
    const usual = operators.get('DEFAULT') ?? DEFAULT_OPERATOR;
    const isHashed = [...operators.values()].some(({ type }) => type === 'hash');
    const hashKey = isHashed ? await this.keys.keyOf(caller.organizationId, HASHES) : undefined;
    return replaceResults(text, points, results, ({ entityType, score, ...range }, value) => {
      const applied = permitted(operators.get(entityType) ?? usual, demandOn(range, values));
      return {
        entity_type: entityType,
        text: operate(applied, value, entityType, hashKey),
        operator: applied.type,
        score,
      };
    });
  }
}

type Given = z.infer<typeof request>['analyzer_results'][number];

const toResult = ({ start, end, entity_type: entityType, score }: Given): Result => ({
  start,
  end,
  entityType,
  score,
  isCallers: true,
});

const toOwnResult = ({ start, end, type }: FoundValue): Result => ({
  start,
  end,
  entityType: entityOf(type),
  score: SCORE,
  isCallers: false,
});

const STRICTEST_FIRST: readonly Demand[] = ['removed', 'hidden', 'never kept'];

/** Returns the strictest demand on the values that share a character with a range. @param values sorted, without overlaps */
function demandOn({ start, end }: Pick<Result, 'start' | 'end'>, values: readonly FoundValue[]): Demand {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]!.end <= start) low = middle + 1;
    else high = middle;
  }
  const demands = new Set<Demand>();
  for (let i = low; i < values.length && values[i]!.start < end; i += 1) demands.add(values[i]!.demand);
  return STRICTEST_FIRST.find((demand) => demands.has(demand)) ?? 'none';
}
