import { anything, assert, property, nat, oneof, double, bigInt, constantFrom } from 'fast-check';
import { readUsage } from './openai-format';
import { readResponseUsage } from './responses/response-usage';

const LARGEST_OF_THE_COLUMN = 2 ** 31 - 1;

describe('the token count of a provider', () => {
  const said = oneof(
    nat(),
    double(),
    bigInt().map(Number),
    constantFrom(1e15, -1, 0.5, Number.NaN, 2 ** 31, '7'),
    anything(),
  );

  it('is whole, not negative and fits the column, or is rejected', () => {
    assert(
      property(said, said, (prompt, completion) => {
        for (const usage of [
          readUsage({ usage: { prompt_tokens: prompt, completion_tokens: completion } }),
          readResponseUsage({ usage: { input_tokens: prompt, output_tokens: completion } }),
        ]) {
          if (!usage) continue;
          expect(usage).toEqual({ promptTokens: prompt, completionTokens: completion, source: 'provider' });
          for (const tokens of [usage.promptTokens, usage.completionTokens]) {
            expect(Number.isInteger(tokens) && tokens >= 0).toBe(true);
            expect(tokens).toBeLessThan(LARGEST_OF_THE_COLUMN);
          }
        }
      }),
    );
  });

  it('is accepted beyond the context of any model', () => {
    const usage = { prompt_tokens: 10_000_000, completion_tokens: 128_000 };
    expect(readUsage({ usage })).toMatchObject({ promptTokens: 10_000_000, completionTokens: 128_000 });
    expect(readUsage({ usage: { ...usage, prompt_tokens: 1e15 } })).toBeUndefined();
  });
});
