import { de } from '../texts/de';
import { en } from '../texts/en';
import { ERROR_CODES, Failure, failureOf, failureOfEvent, toFailure } from './failure';

const answer = (status: number, headers: Record<string, string> = {}) => ({
  status,
  headers: new Headers(headers),
});

describe('the code of a failure', () => {
  it.each([
    ['provider_timeout', answer(504, { 'X-Error-Code': 'provider_timeout' }), {}],
    ['provider_broke_off', answer(502), { code: 'provider_broke_off' }],
    ['second_factor_required', answer(401, { 'X-Error-Code': 'second_factor_required' }), {}],
    ['unauthenticated', answer(401), {}],
    ['too_many_requests', answer(429, { 'Retry-After': '3' }), {}],
    ['provider_failed', answer(502), { code: 'one_of_a_later_version' }],
    ['internal', answer(500), 'no object'],
  ] as const)('is %s for %j and %j', (code, response, body) => {
    expect(failureOf(response, body).code).toBe(code);
  });

  it('is unreachable if there was no answer', () => {
    expect(toFailure(new TypeError('fetch failed')).code).toBe('unreachable');
  });
});

describe('whether the provider received the prompt', () => {
  it('is what the service reports', () => {
    const said = (sent: string) => failureOf(answer(502, { 'X-Prompt-Sent': sent }), {}).promptSent;
    expect([said('true'), said('false')]).toEqual([true, false]);
    expect(failureOfEvent({ code: 'provider_broke_off', prompt_sent: true }).promptSent).toBe(true);
  });

  it('is no for failures before the call, and otherwise unknown', () => {
    const of = (code: Failure['code']) => new Failure({ code }).promptSent;
    expect([of('budget_exceeded'), of('blocked_by_policy'), of('too_many_requests')]).toEqual([
      false,
      false,
      false,
    ]);
    expect([of('internal'), of('unreachable'), of('unavailable'), of('provider_timeout')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

it('each code has its own text in each language', () => {
  for (const { codes } of [en.failures, de.failures]) {
    const words = ERROR_CODES.map((code) => codes[code][0]);
    expect(words.filter((text) => text.length < 10)).toEqual([]);
    expect(new Set(words).size).toBe(ERROR_CODES.length);
  }
  const english = new Set(ERROR_CODES.flatMap((code) => en.failures.codes[code]).filter(Boolean));
  expect(ERROR_CODES.flatMap((code) => de.failures.codes[code]).filter((text) => english.has(text))).toEqual(
    [],
  );
});
