import { CHOICES, ENTITY_TYPES, MODES } from '@app/anonymization';
import { readerOf } from '../../testing/reader-of';
import { toKindDto } from './kinds.dto';
import { PreviewDto } from './preview.dto';

describe('the body of a preview', () => {
  const { read, refusal } = readerOf(PreviewDto);
  const SMALLEST = { lang: 'en', prompt: 'x', choices: [] };

  it.each([
    SMALLEST,
    {
      ...SMALLEST,
      model: null,
      chat_id: null,
      case_id: null,
      assistant_id: null,
      variables: null,
      docs: null,
    },
    { ...SMALLEST, model: 'm', chat_id: 'c', docs: ['d'], assistant_id: 'a', variables: { x: 'y' } },
  ])('is accepted as %j', async (body) => {
    expect(await read(body)).toEqual(body);
  });

  it.each([
    ['prompt', '', 'prompt should not be empty'],
    ['prompt', null, 'prompt must be a string'],
    ['model', '', 'model should not be empty'],
    ['model', 7, 'model must be a string'],
    ['docs', 'd', 'docs must be a list of at most 10 ids'],
    ['variables', [], 'variables must be an object with a text for each variable'],
    ['chat_id', {}, 'chat_id must be a string'],
  ])('is refused with %s %j', async (field, value, message) => {
    expect(await refusal({ ...SMALLEST, [field]: value })).toBe(message);
  });
});

describe('the answer about a kind', () => {
  const policy = (mode: (typeof MODES)[number], defaultKinds = CHOICES.all) => ({
    modeOf: () => mode,
    defaultKinds,
  });

  it.each(ENTITY_TYPES)('has a placeholder and languages for %s', (kind) => {
    const shown = toKindDto(kind, policy('asked'));
    expect(shown).toMatchObject({ kind, placeholder: expect.stringMatching(/^\[[A-Z]+_1\]$/) });
    expect(shown.languages).toEqual(expect.arrayContaining(['de', 'en']));
  });

  it('has different placeholders for different kinds', () => {
    const placeholders = ENTITY_TYPES.map((kind) => toKindDto(kind, policy('asked')).placeholder);
    expect(new Set(placeholders).size).toBe(ENTITY_TYPES.length);
  });

  it.each([
    ['asked', { in_all: true, default: true, mode: 'asked', fixed: false }],
    ['always', { in_all: true, default: true, mode: 'always', fixed: true }],
    ['remove', { in_all: true, default: true, mode: 'remove', fixed: true }],
    ['block', { in_all: true, default: true, mode: 'block', fixed: true }],
    ['never', { in_all: false, default: false, mode: 'never', fixed: true }],
  ] as const)('says what the mode %s means for a request', (mode, expected) => {
    expect(toKindDto('Emails', policy(mode))).toMatchObject(expected);
  });

  it('is not the default if the policy has others', () => {
    expect(toKindDto('Emails', policy('asked', ['Names']))).toMatchObject({ in_all: true, default: false });
  });

  it('is not in All if it must be named', () => {
    expect(toKindDto('Dates', policy('asked', ['Dates']))).toMatchObject({ in_all: false, default: true });
  });

  it('is always hidden if it is a term of the policy', () => {
    expect(toKindDto('Terms', policy('asked'))).toMatchObject({ mode: 'always', fixed: true });
    expect(toKindDto('Terms', policy('remove'))).toMatchObject({ mode: 'remove', fixed: true });
  });
});
