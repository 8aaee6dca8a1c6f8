import { aPrompt } from '../../support/chat';
import { useApi } from './scene';

interface AnonymizedBody {
  anonymized_prompt: string;
  anonymized_values: Record<string, string[]>;
  detected_values: Record<string, string[]>;
}

const TEXT = 'Dear Mr. Hans Müller (hans.mueller@firma.de, +49 30 1234567), Mr. Müller!';

const scene = useApi();

const anonymize = (more: Record<string, unknown> = {}) =>
  scene.api.post<AnonymizedBody>('anonymize', aPrompt(TEXT, { anonymized: false, ...more }));

describe('POST anonymize', () => {
  it('replaces values by placeholders and returns each with its value', async () => {
    const { status, body } = await anonymize();
    expect(status).toBe(200);
    expect(body).toEqual({
      anonymized_prompt: 'Dear Mr. [NAME_1] ([EMAIL_1], [PHONE_1]), Mr. [NAME_1B]!',
      anonymized_values: { Names: ['[NAME_1]', '[NAME_1B]'], Emails: ['[EMAIL_1]'], Phone: ['[PHONE_1]'] },
      detected_values: {
        Names: ['Hans Müller', 'Müller'],
        Emails: ['hans.mueller@firma.de'],
        Phone: ['+49 30 1234567'],
      },
    });
  });

  it('replaces values by surrogates', async () => {
    const { body } = await anonymize({ anonymized: true });
    let restored = body.anonymized_prompt;
    for (const type of ['Emails', 'Phone', 'Names'])
      for (const [i, value] of (body.anonymized_values[type] ?? []).entries())
        restored = restored.replaceAll(value, body.detected_values[type]?.[i] ?? '');
    expect(restored).toBe(TEXT);
    expect(body.anonymized_prompt).not.toMatch(/\[|Müller|mueller/);
  });

  it('replaces only the chosen kinds', async () => {
    const { body } = await anonymize({ choices: ['Phone', 'Phones'] });
    expect(body.anonymized_prompt).toBe(TEXT.replace('+49 30 1234567', '[PHONE_1]'));
    expect(body.anonymized_values).toEqual({ Phone: ['[PHONE_1]'] });
  });

  it('calls no model and stores nothing [PRIV-44]', async () => {
    const kept = () =>
      Promise.all(
        ['chats', 'turns', 'token_usage', 'data_keys'].map(
          async (table) => (await scene.system.db.query(`SELECT FROM ${table}`)).rowCount,
        ),
      );
    const [before, asked] = [await kept(), scene.upstream.requests.length];
    await anonymize();
    const since = scene.upstream.requests.slice(asked);
    expect(since.every(({ path }) => path.endsWith('/models'))).toBe(true);
    expect(await kept()).toEqual(before);
  });

  it.each([
    ['an unknown model', { model: 'nobody' }],
    ['no choice', { choices: [] }],
    ['an unknown choice', { choices: ['names'] }],
    ['an unknown language', { lang: 'xx' }],
    ['a blank prompt', { prompt: '\t' }],
    ['a missing flag', { anonymized: undefined }],
    ['a flag that is not a boolean', { anonymized: 1 }],
  ])('rejects %s and names the field', async (_, fault) => {
    const { status, body } = await anonymize(fault);
    const [field] = Object.keys(fault);
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, response_code: 400, errors: [{ field }] });
  });
});

describe('GET capabilities', () => {
  it('lists the features that the operator has set up', async () => {
    expect((await scene.api.get('capabilities')).body).toEqual({
      success: true,
      message: expect.any(String),
      data: { images: true, transcription: true, speech: { auto: true, words: true, vocabulary: true } },
    });
  });
});

describe('GET models', () => {
  it('lists the models of the server', async () => {
    expect((await scene.api.get('models')).body).toEqual({
      success: true,
      message: expect.any(String),
      data: [{ id: 'test-model' }, { id: 'other-model' }],
    });
  });
});
