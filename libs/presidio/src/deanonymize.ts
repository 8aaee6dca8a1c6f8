import { z } from 'zod';
import { invalid, readBody } from '@app/common';
import { CodePoints } from './code-points';
import { reverse, reverseOperator } from './operators';
import { place } from './place';
import { replaceResults, type Replaced } from './replace-results';

const request = z.object({
  text: z.string({ error: 'must be a text' }),
  deanonymizers: z.record(z.string(), reverseOperator, { error: 'must be an object of operators' }).nullish(),
  anonymizer_results: z.array(place, { error: 'must be a list of places' }).nullish(),
});

/**
 * Decrypts the places of a text with the caller's keys, as Presidio's deanonymizer. The service adds no value of its own.
 *
 * @throws AppError `bad_request`
 */
export function deanonymize(body: unknown): Replaced {
  const { text, deanonymizers, anonymizer_results: given } = readBody(request, body, ['deanonymizers']);
  const points = new CodePoints(text);
  const operators = new Map(Object.entries(deanonymizers ?? {}));
  const places = (given ?? []).map((one, i) => {
    if (one.end > points.length) throw invalid(`anonymizer_results[${i}].end`, 'must not be after the text');
    const applied = operators.get(one.entity_type) ?? operators.get('DEFAULT');
    if (!applied) throw invalid('deanonymizers', 'must have an operator for each entity_type, or DEFAULT');
    return { ...one, applied };
  });
  return replaceResults(text, points, places, ({ entity_type, applied }, value) => ({
    entity_type,
    text: reverse(applied, value),
    operator: applied.type,
  }));
}
