import { AppError } from '@app/common';
import { NO_POLICY } from './policy-document';
import { readPolicyDocument } from './read-policy-document';

function faultsOf(given: unknown): string[] {
  try {
    readPolicyDocument(given);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return (error.details.errors ?? []).map(({ field, message }) => `${field} ${message}`);
  }
}
const terms = (...given: unknown[]) => ({ terms: given });

describe('A policy', () => {
  it('without fields has no rules', () => {
    expect(readPolicyDocument({})).toEqual(NO_POLICY);
  });

  it('must not hide by default what it leaves out', () => {
    for (const modes of [
      { modes: { Names: 'never' } },
      { internal: { models: [], modes: { Names: 'never' } } },
    ])
      expect(faultsOf({ ...modes, default_kinds: ['Emails', 'Names'] })).toEqual([
        'default_kinds[1] must not be a kind with the mode never',
      ]);
  });

  it('is read unchanged', () => {
    const given = {
      modes: { Cards: 'block', Secrets: 'remove', Names: 'always', Dates: 'never' },
      internal: { models: ['local'], modes: { Names: 'asked' } },
      users_may_keep: false,
      allow_unprotected: false,
      default_kinds: ['Names', 'Emails'],
      images: 'internal',
      provider_storage: true,
      share_originals: true,
      terms: [
        { phrase: 'Nordlicht', exact_case: true, label: 'PROJECT' },
        { pattern: 'PRJ-\\d{4}', label: 'PROJECT' },
      ],
      exceptions: [{ value: 'Müller', kind: 'Names' }, { value: 'Berlin' }],
      system_prompt: 'Answer briefly.',
      models: [{ model: 'm', groups: ['019aa5c1-7c1e-7b0e-9a44-0c6f4a6b1f0d'] }],
    };
    expect(readPolicyDocument(given)).toEqual(given);
  });

  it.each([
    ['a word', 'secret-value', 'policy must be an object'],
    ['another field', { mode: {} }, /^policy must have no other fields than modes, /],
    ['a text instead of a switch', { provider_storage: 'yes' }, 'provider_storage must be true or false'],
    ['another rule for images', { images: true }, 'images must be one of refused, internal, passed, read'],
    ['another kind', { modes: { Card: 'block' } }, /^modes must be one of Terms, Secrets, /],
    ['another mode', { modes: { Cards: 'secret-value' } }, /^modes\.Cards must be one of asked, /],
    ['names that block', { modes: { Names: 'block' } }, /^modes\.Names must not be block: /],
    [
      'organizations that block',
      { internal: { modes: { Organizations: 'block' } } },
      /^internal\.modes\.Organizations must not be/,
    ],
    ['secrets that are left out', { modes: { Secrets: 'never' } }, /^modes\.Secrets must not be never: /],
    ['terms that are left out', { modes: { Terms: 'never' } }, /^modes\.Terms must not be never: /],
    ['a long phrase', terms({ phrase: 'x'.repeat(201) }), 'terms[0].phrase must be 1 to 200 characters'],
    ['a blank phrase', terms({ phrase: 'a' }, { phrase: ' ' }), 'terms[1].phrase must not be blank'],
    [
      'a phrase of control characters',
      terms({ phrase: '\u001f\u0085' }),
      'terms[0].phrase must not be blank',
    ],
    [
      'a term of nothing',
      terms({}),
      'terms[0].phrase must be given if there is no pattern, and absent otherwise',
    ],
    ['a term of both', terms({ phrase: 'a', pattern: 'a' }), /^terms\[0\]\.phrase must be given if/],
    ['a long label', terms({ phrase: 'a', label: 'A'.repeat(17) }), /^terms\[0\]\.label must be 2 to 16/],
    ['a small label', terms({ phrase: 'a', label: 'project' }), /^terms\[0\]\.label must be 2 to 16/],
    [
      "a kind's label",
      terms({ phrase: 'a', label: 'NAME' }),
      'terms[0].label must not be the label of a kind',
    ],
    ['a broken pattern', terms({ pattern: '(' }), /^terms\[0\]\.pattern must be a pattern in the syntax/],
    ['a long pattern', terms({ pattern: 'a'.repeat(513) }), /^terms\[0\]\.pattern must be 1 to 512/],
    ['an empty match', terms({ pattern: 'a*' }), 'terms[0].pattern must not match the empty text'],
    ['a huge pattern', terms({ pattern: '[a-z]{130}' }), /^terms\[0\]\.pattern is too large/],
    [
      'too many patterns',
      { terms: Array.from({ length: 201 }, () => ({ pattern: 'a' })) },
      /^terms must not have more than 200/,
    ],
    [
      'patterns that are large together',
      { terms: Array.from({ length: 20 }, () => ({ pattern: '[a-z]{100}' })) },
      'terms must not have so many large patterns',
    ],
    [
      'too many terms',
      { terms: Array.from({ length: 10_001 }, () => ({ phrase: 'a' })) },
      'terms must be a list of at most 10000 entries',
    ],
    [
      'an exception for cards',
      { exceptions: [{ value: 'a', kind: 'Cards' }] },
      /^exceptions\[0\]\.kind must not be a kind without/,
    ],
    [
      'a group by its name',
      { models: [{ model: 'm', groups: ['staff'] }] },
      'models[0].groups[0] must be the id of a group',
    ],
    [
      'a model twice',
      {
        models: [
          { model: 'm', groups: [] },
          { model: 'm', groups: [] },
        ],
      },
      'models[1].model must not be named twice',
    ],
    [
      'a long system prompt',
      { system_prompt: 'x'.repeat(8_001) },
      'system_prompt must be at most 8000 characters',
    ],
  ])('with %s is refused, and the field is named', (_, given, expected) => {
    const faults = faultsOf(given);
    expect(faults[0]).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
    expect(faults.join()).not.toContain('secret-value');
  });

  it('may have 200 patterns of ten instructions each', () => {
    const many = Array.from({ length: 200 }, () => ({ pattern: 'PRJ-[0-9]{4}' }));
    expect(readPolicyDocument({ terms: many }).terms).toHaveLength(200);
  });

  it('may have ten thousand terms', () => {
    const many = Array.from({ length: 10_000 }, (_, i) => ({ phrase: `term ${i}` }));
    expect(readPolicyDocument({ terms: many }).terms).toHaveLength(10_000);
  });
});
