import { readerOf } from '../../testing/reader-of';
import { RedeliverJobDto, resultAddress, SubmitAnonymizationDto } from './jobs.dto';

const CHOICES = 'choices must be a list of kinds of personal data';
const SMALLEST = { text: 'x', lang: 'en' };

describe('the body of a job', () => {
  const { read, refusal } = readerOf(SubmitAnonymizationDto);

  it.each([
    SMALLEST,
    { ...SMALLEST, delivery: 'poll', choices: ['Names'], anonymized: false, restorable: true },
    { ...SMALLEST, delivery: 'webhook', webhook_url: 'https://localhost/webhook', case_id: 'c' },
    {
      ...SMALLEST,
      delivery: null,
      webhook_url: null,
      choices: null,
      anonymized: null,
      restorable: null,
      case_id: null,
    },
  ])('is accepted as %j', async (body) => {
    expect(await read(body)).toEqual(body);
  });

  it.each([
    ['text', undefined, 'text must be a string'],
    ['text', null, 'text must be a string'],
    ['text', ['x'], 'text must be a string'],
    ['text', 5, 'text must be a string'],
    ['lang', undefined, 'lang must be a string'],
    ['lang', { code: 'en' }, 'lang must be a string'],
    ['webhook_url', 5, 'webhook_url must be a string'],
    ['delivery', 'Poll', 'delivery must be one of the following values: webhook, poll'],
    ['delivery', '', 'delivery must be one of the following values: webhook, poll'],
    ['choices', 'Names', CHOICES],
    ['choices', [7], CHOICES],
    ['choices', ['Names', null], CHOICES],
    ['choices', { 0: 'Names' }, CHOICES],
    ['anonymized', 'false', 'anonymized must be a boolean value'],
    ['anonymized', 0, 'anonymized must be a boolean value'],
    ['restorable', 'true', 'restorable must be a boolean value'],
    ['case_id', 5, 'case_id must be a string'],
  ])('is refused with %s %j', async (field, value, message) => {
    expect(await refusal({ ...SMALLEST, [field]: value })).toBe(message);
  });

  it('of a new delivery has an address, or that of the submission', async () => {
    const redelivered = readerOf(RedeliverJobDto);
    for (const body of [{}, { webhook_url: null }, { webhook_url: 'https://x' }])
      expect(await redelivered.read(body)).toEqual(body);
    expect(await redelivered.refusal({ webhook_url: ['https://x'] })).toBe('webhook_url must be a string');
  });
});

describe('the address of a result', () => {
  it.each([
    [{}, {}],
    [{ webhook_url: null, delivery: null }, {}],
    [{ webhook_url: '' }, { webhookUrl: '' }],
    [
      { webhook_url: 'https://x', delivery: 'webhook' },
      { webhookUrl: 'https://x', delivery: 'webhook' },
    ],
    [{ delivery: 'poll' }, { delivery: 'poll' }],
  ] as const)('of %j has what is neither absent nor null', (body, expected) => {
    expect(resultAddress(body)).toEqual(expected);
  });
});
