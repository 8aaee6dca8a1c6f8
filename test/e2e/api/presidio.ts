import { ApiClient } from '../../support/api-client';
import { useApi } from './scene';

interface Replaced {
  text: string;
  items: {
    start: number;
    end: number;
    entity_type: string;
    text: string;
    operator: string;
    score?: number;
  }[];
}
interface Found {
  entity_type: string;
  start: number;
  end: number;
  score: number;
}

const scene = useApi();

const MASK = { type: 'mask', masking_char: '*', chars_to_mask: 4, from_end: true };
const anonymize = (body: object, api = scene.api) => api.post<Replaced>('presidio/anonymize', body);
const analyze = (body: object) => scene.api.post<Found[]>('presidio/analyze', body);
const place = (start: number, end: number, entity_type: string, score = 0.8) => ({
  start,
  end,
  score,
  entity_type,
});

/** Returns a client of an organization with a policy. */
async function withPolicy(policy: object): Promise<ApiClient> {
  const { organizationId } = await scene.system.user();
  const admin = new ApiClient(scene.system, await scene.system.user({ role: 'admin', organizationId }));
  const answer = await admin.call('PUT', '/admin/v1/policy', {
    body: policy,
    headers: { 'if-match': '"0"' },
  });
  expect(answer.status).toBe(200);
  return admin;
}

describe("Presidio's anonymizer", () => {
  const jane = 'hello world, my name is Jane Doe. My number is: 034453334';

  // The requests of Presidio's documentation and end-to-end tests.
  it.each([
    [
      'the operators of each entity',
      {
        text: jane,
        anonymizers: { DEFAULT: { type: 'replace', new_value: 'ANONYMIZED' }, PHONE_NUMBER: MASK },
        analyzer_results: [
          place(24, 32, 'NAME'),
          place(24, 28, 'FIRST_NAME'),
          place(29, 32, 'LAST_NAME', 0.6),
          place(48, 57, 'PHONE_NUMBER', 0.95),
        ],
      },
      'hello world, my name is ANONYMIZED. My number is: 03445****',
      ['mask PHONE_NUMBER 50-59 03445****', 'replace NAME 24-34 ANONYMIZED'],
    ],
    [
      'redact and replace',
      {
        text: jane,
        anonymizers: {
          PERSON: { type: 'redact' },
          PHONE_NUMBER: { type: 'replace', new_value: 'ANONYMIZED' },
        },
        analyzer_results: [place(24, 32, 'PERSON'), place(48, 57, 'PHONE_NUMBER', 0.95)],
      },
      'hello world, my name is . My number is: ANONYMIZED',
      ['replace PHONE_NUMBER 40-50 ANONYMIZED', 'redact PERSON 24-24 '],
    ],
    [
      'keep and the default of replace',
      {
        text: jane,
        anonymizers: { NAME: { type: 'keep' }, PHONE_NUMBER: { type: 'replace' } },
        analyzer_results: [place(24, 32, 'NAME'), place(48, 57, 'PHONE_NUMBER', 0.95)],
      },
      'hello world, my name is Jane Doe. My number is: <PHONE_NUMBER>',
      ['replace PHONE_NUMBER 48-62 <PHONE_NUMBER>', 'keep NAME 24-32 Jane Doe'],
    ],
    ['an empty text', { text: '', anonymizers: {}, analyzer_results: [] }, '', []],
    [
      'no results in a text without personal data',
      { text: 'hello world! nice to meet you!', analyzer_results: [] },
      'hello world! nice to meet you!',
      [],
    ],
  ])('answers as documented: %s', async (_, body, text, items) => {
    const answer = await anonymize(body);
    expect([answer.status, answer.body.text]).toEqual([200, text]);
    const shown = answer.body.items.map(
      (item) => `${item.operator} ${item.entity_type} ${item.start}-${item.end} ${item.text}`,
    );
    expect(shown).toEqual(items);
  });

  it('adds what the service finds, at offsets in code points', async () => {
    const { body } = await anonymize({
      text: '😀 Write to hans.mueller@firma.de about ABC-1.',
      anonymizers: { CODE: { type: 'redact' } },
      analyzer_results: [place(39, 44, 'CODE')],
    });
    expect(body).toEqual({
      text: '😀 Write to <EMAIL_ADDRESS> about .',
      items: [
        { start: 33, end: 33, entity_type: 'CODE', text: '', operator: 'redact', score: 0.8 },
        {
          start: 11,
          end: 26,
          entity_type: 'EMAIL_ADDRESS',
          text: '<EMAIL_ADDRESS>',
          operator: 'replace',
          score: 1,
        },
      ],
    });
  });

  it("hashes with the organization's key", async () => {
    const body = {
      text: 'hans.mueller@firma.de',
      anonymizers: { DEFAULT: { type: 'hash' } },
      analyzer_results: [],
    };
    const [one, again] = [await anonymize(body), await anonymize(body)];
    expect(one.body.text).toMatch(/^[0-9a-f]{64}$/);
    expect(again.body.text).toBe(one.body.text);
    const stranger = new ApiClient(scene.system, await scene.system.user());
    const other = await anonymize(body, stranger);
    expect(other.body.text).toMatch(/^[0-9a-f]{64}$/);
    expect(other.body.text).not.toBe(one.body.text);
  });

  it("encrypts with the caller's key, and decrypts again", async () => {
    const text = 'Lorem Ipsum is a Software Engineer';
    const [name, title] = ['1111111111111111', '2222222222222222'];
    const { body: hidden } = await anonymize({
      text,
      anonymizers: { DEFAULT: { type: 'encrypt', key: name }, TITLE: { type: 'encrypt', key: title } },
      analyzer_results: [place(0, 12, 'NAME'), place(18, text.length, 'TITLE')],
    });
    expect(hidden.text).not.toMatch(/Lorem|Engineer/);
    const { body } = await scene.api.post<Replaced>('presidio/deanonymize', {
      text: hidden.text,
      deanonymizers: { DEFAULT: { type: 'decrypt', key: name }, TITLE: { type: 'decrypt', key: title } },
      anonymizer_results: hidden.items,
    });
    expect(body.text).toBe(text);
  });

  it('obeys the policy: what it always hides is not kept, and what it removes is not encrypted', async () => {
    const api = await withPolicy({ modes: { Names: 'always', Emails: 'remove' } });
    const text = 'Mr. Hans Müller has the address hans.mueller@firma.de.';
    const results = [place(4, 15, 'PERSON'), place(32, 53, 'EMAIL_ADDRESS')];
    const key = { type: 'encrypt', key: '1111111111111111' };
    const { body } = await anonymize(
      { text, anonymizers: { PERSON: { type: 'keep' }, DEFAULT: key }, analyzer_results: results },
      api,
    );
    expect(body.text).toBe('Mr. <PERSON> has the address <EMAIL_ADDRESS>.');
    const masked = await anonymize({ text, anonymizers: { PERSON: MASK }, analyzer_results: results }, api);
    expect(masked.body.text).toBe('Mr. *********** has the address <EMAIL_ADDRESS>.');
  });

  it('refuses a text with a value that the policy blocks', async () => {
    const api = await withPolicy({ modes: { Emails: 'block' } });
    const answer = await anonymize({ text: 'hans.mueller@firma.de', analyzer_results: [] }, api);
    expect([answer.status, answer.headers.get('x-error-code')]).toEqual([400, 'blocked_by_policy']);
    expect(answer.body).toEqual({ error: expect.stringMatching(/^text holds Emails/) });
  });

  it.each([
    [
      'custom',
      { anonymizers: { DEFAULT: { type: 'custom', new_value: 'lambda x: x' } } },
      'anonymizers must be',
    ],
    ['no results', { analyzer_results: undefined }, 'analyzer_results must be a list'],
    [
      'a place after the text',
      { analyzer_results: [place(0, 99, 'NAME')] },
      'analyzer_results[0].end must not',
    ],
    [
      'a place that ends before it begins',
      { analyzer_results: [place(3, 2, 'NAME')] },
      'analyzer_results[0].end',
    ],
  ])("refuses %s with Presidio's error", async (_, fault, message) => {
    const answer = await anonymize({ text: 'A text.', analyzer_results: [], ...fault });
    expect([answer.status, answer.headers.get('x-error-code')]).toEqual([400, 'bad_request']);
    expect(answer.body).toEqual({ error: expect.stringContaining(message) });
  });
});

describe("Presidio's deanonymizer", () => {
  const ENCRYPTED = 'e6HnOMnIxbd4a8Qea44LshQDnjvxwzBIaAz+YqHNnMW2mC5r3AWoay8Spsoajyyy';
  const deanonymize = (body: object) => scene.api.post<Replaced>('presidio/deanonymize', body);
  const places = [{ start: 0, end: ENCRYPTED.length, entity_type: 'NUMBER' }];

  it('decrypts what Presidio encrypted', async () => {
    const answer = await deanonymize({
      text: ENCRYPTED,
      deanonymizers: { NUMBER: { type: 'decrypt', key: '1111111111111111' } },
      anonymizer_results: places,
    });
    expect(answer.body).toEqual({
      text: 'text_for_encryption',
      items: [{ start: 0, end: 19, operator: 'decrypt', text: 'text_for_encryption', entity_type: 'NUMBER' }],
    });
  });

  it('returns a text without places unchanged', async () => {
    expect((await deanonymize({ text: ENCRYPTED })).body).toEqual({ text: ENCRYPTED, items: [] });
  });

  it.each([
    ['a wrong key', { NUMBER: { type: 'decrypt', key: '2222222222222222' } }],
    ['a key of another length', { NUMBER: { type: 'decrypt', key: 'invalidkey' } }],
    ['no operator', {}],
  ])('refuses %s', async (_, deanonymizers) => {
    const answer = await deanonymize({ text: ENCRYPTED, deanonymizers, anonymizer_results: places });
    expect([answer.status, answer.body]).toEqual([400, { error: expect.any(String) }]);
  });
});

describe("Presidio's analyzer", () => {
  const LICENSE = 'John Smith lives in Leeds and the zip code is 12345';
  const ZIP = {
    name: 'Zip code Recognizer',
    supported_language: 'en',
    patterns: [{ name: 'zip code (weak)', regex: '(\\b\\d{5}(?:\\-\\d{4})?\\b)', score: 0.01 }],
    context: ['zip', 'code'],
    supported_entity: 'ZIP',
  };

  it('returns the places of values', async () => {
    const { body } = await analyze({ text: LICENSE, language: 'en', entities: ['PERSON', 'LOCATION'] });
    expect(body).toEqual([
      { entity_type: 'PERSON', start: 0, end: 10, score: 1, analysis_explanation: null },
      { entity_type: 'LOCATION', start: 20, end: 25, score: 1, analysis_explanation: null },
    ]);
  });

  it('returns lists for a list of texts', async () => {
    const { body } = await analyze({
      text: ['😀 John Smith', 'hello'],
      language: 'en',
      entities: ['PERSON'],
    });
    expect(body).toEqual([[expect.objectContaining({ start: 2, end: 12 })], []]);
  });

  it('uses recognizers of the request, with their scores', async () => {
    const asked = { text: LICENSE, language: 'en', ad_hoc_recognizers: [ZIP], entities: ['ZIP'] };
    expect((await analyze(asked)).body).toEqual([
      { entity_type: 'ZIP', start: 46, end: 51, score: 0.01, analysis_explanation: null },
    ]);
    expect((await analyze({ ...asked, score_threshold: 0.6 })).body).toEqual([]);
    const words = { supported_entity: 'TOWN', deny_list: ['leeds'] };
    expect((await analyze({ ...asked, ad_hoc_recognizers: [words], entities: ['TOWN'] })).body).toEqual([
      { entity_type: 'TOWN', start: 20, end: 25, score: 1, analysis_explanation: null },
    ]);
  });

  it('leaves out values of allow_list', async () => {
    const asked = { text: LICENSE, language: 'en', entities: ['PERSON'], allow_list: ['John Smith'] };
    expect((await analyze(asked)).body).toEqual([]);
  });

  it.each([
    ['an entity that it does not find', { entities: ['CRYPTO'] }, 'entities must be'],
    ['an unknown language', { language: 'xx' }, 'language must be one of'],
    [
      'a pattern that is none',
      { ad_hoc_recognizers: [{ ...ZIP, patterns: [{ regex: '(', score: 1 }] }] },
      'RE2',
    ],
    ['patterns of values to keep', { allow_list_match: 'regex' }, 'allow_list_match must be exact'],
  ])('refuses %s', async (_, fault, message) => {
    const answer = await analyze({ text: LICENSE, language: 'en', ...fault });
    expect([answer.status, answer.body]).toEqual([400, { error: expect.stringContaining(message) }]);
  });

  it('lists its recognizers and entities, and says that it runs', async () => {
    expect((await scene.api.get<string[]>('presidio/recognizers?language=en')).body).toContain(
      'NamesRecognizer',
    );
    const { body } = await scene.api.get<string[]>('presidio/supportedentities?language=de');
    expect(body).toEqual(expect.arrayContaining(['PERSON', 'EMAIL_ADDRESS', 'CREDIT_CARD']));
    expect((await scene.api.get('presidio/supportedentities?language=xx')).status).toBe(400);
    const health = await new ApiClient(scene.system).get('presidio/health');
    expect([health.status, health.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  });
});
