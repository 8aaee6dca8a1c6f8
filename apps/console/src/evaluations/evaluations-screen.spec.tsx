import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route } from 'wouter';
import { DONE, dataOf, pageOf } from '../../testing/service';
import { enter, service, show } from '../../testing/show';
import { EvaluationsScreen } from './evaluations-screen';
import type { Evaluation, EvaluationText, Measurement, TextSummary } from './use-evaluations';

const ALL = '/admin/v1/evaluations';
const ONE = '/admin/v1/evaluations/{evaluation_id}';
const TEXTS = '/admin/v1/evaluations/{evaluation_id}/texts';
const TEXT = '/admin/v1/evaluations/{evaluation_id}/texts/{text_id}';
const LETTERS: Evaluation = {
  evaluation_id: 'letters',
  name: 'Letters',
  texts: 2,
  done: 1,
  created_at: '2026-01-15T09:30:00.000Z',
  expires_at: '2026-02-14T09:30:00.000Z',
  measurement: null,
};
const FIRST: TextSummary = { text_id: 'first', length: 1_200, spans: 3, state: 'done', version: 2 };
const SECOND: TextSummary = { text_id: 'second', length: 43, spans: 1, state: 'open', version: 1 };
const OPENED: EvaluationText = {
  text_id: 'second',
  lang: 'en',
  state: 'open',
  version: 1,
  text: 'Write to Anna Weber at the Nordwerk office.',
  spans: [{ start: 9, end: 19, kind: 'Names', origin: 'suggested' }],
  removed: [],
};
const shareOf = (count: number, of: number) => ({ count, of, share: count / of, low: 0.5, high: 0.99 });
const MEASURED: Measurement = {
  measured_at: '2026-01-16T09:30:00.000Z',
  policy_version: 3,
  before: {
    texts: 1,
    outcomes: [
      { kind: 'Names', recall: shareOf(9, 10), over_masking: shareOf(1, 10) },
      { kind: 'All', recall: shareOf(9, 10), over_masking: shareOf(1, 10) },
    ],
    whole_texts: shareOf(1, 2),
  },
  after: null,
};
const MEASURED_LETTERS = dataOf({ ...LETTERS, measurement: MEASURED });

const open = async (path: string) =>
  show(
    <Route path="/evaluations/:id?/:textId?">
      {({ id, textId }) => <EvaluationsScreen id={id} textId={textId} />}
    </Route>,
    { role: 'admin', at: path },
  );
const dialog = () => within(screen.getByRole('dialog'));

function select(value: string): void {
  const area = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });
  const start = area.value.indexOf(value);
  area.focus();
  area.setSelectionRange(start, start + value.length);
  fireEvent.mouseUp(area);
}

describe('the list of evaluations', () => {
  it('is shown as loading', async () => {
    service.waits('get', ALL);
    await open('/evaluations');
    expect(screen.getByRole('status')).toHaveTextContent('Loading');
  });

  it('says if there are none', async () => {
    service.answers('get', ALL, pageOf<Evaluation>([]));
    await open('/evaluations');
    expect(await screen.findByText('No evaluations yet.')).toBeVisible();
  });

  it('says why it cannot be shown', async () => {
    service.refuses('get', ALL, { status: 500, code: 'internal' });
    await open('/evaluations');
    expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred in the service.');
  });

  it('says how many texts are checked, and creates an evaluation', async () => {
    service.answers('get', ALL, pageOf([LETTERS]));
    service.answers('post', ALL, dataOf(LETTERS));
    service.answers('get', ONE, dataOf({ ...LETTERS, texts: 0, done: 0 }));
    service.answers('get', TEXTS, pageOf<TextSummary>([]));
    const { user } = await open('/evaluations');
    expect(await screen.findByRole('row', { name: /^Letters 1 of 2/ })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'New evaluation' }));
    await enter(user, dialog().getByLabelText('Name'), 'Letters');
    await user.click(dialog().getByRole('button', { name: 'Create evaluation' }));
    expect(await screen.findByRole('heading', { name: 'Letters' })).toBeVisible();
    expect(await screen.findByText(/^No texts yet\./)).toBeVisible();
    expect(service.bodies('post', ALL)).toEqual([{ name: 'Letters' }]);
  });
});

describe('an evaluation', () => {
  beforeEach(() => {
    service.answers('get', ONE, dataOf(LETTERS));
    service.answers('get', TEXTS, pageOf([FIRST, SECOND]));
    service.answers('get', '/admin/v1/policy', dataOf({ version: 3, created_at: null, policy: {} }));
    service.answers('get', '/admin/v1/policy/versions', dataOf([]));
    service.answers('get', '/admin/v1/audit', pageOf([]));
    service.answers('get', '/admin/v1/users', pageOf([]));
  });

  it('says if it has ended, with a way back', async () => {
    service.refuses('get', ONE, { status: 404, code: 'not_found' });
    await open('/evaluations/letters');
    expect(await screen.findByRole('alert')).toHaveTextContent('This content does not exist any more');
    expect(screen.getByRole('link', { name: 'All evaluations' })).toHaveAttribute('href', '/evaluations');
  });

  it('lists its texts with their state', async () => {
    await open('/evaluations/letters');
    expect(await screen.findByRole('row', { name: 'Text 1 1,200 3 checked' })).toBeVisible();
    expect(screen.getByRole('row', { name: 'Text 2 43 1 to be checked' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Text 2' })).toHaveAttribute(
      'href',
      '/evaluations/letters/second',
    );
  });

  it('adds a text', async () => {
    service.answers('post', TEXTS, dataOf([SECOND]));
    const { user } = await open('/evaluations/letters');
    await user.click(await screen.findByRole('button', { name: 'Add texts' }));
    await enter(user, dialog().getByLabelText('Text'), 'Anna called.');
    await user.click(dialog().getByRole('button', { name: 'Add text' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(service.bodies('post', '/admin/v1/evaluations/letters/texts')).toEqual([
      { texts: [{ text: 'Anna called.' }] },
    ]);
  });

  it('adds the content of files', async () => {
    service.answers('post', TEXTS, dataOf([SECOND]));
    const { user } = await open('/evaluations/letters');
    await user.click(await screen.findByRole('button', { name: 'Add texts' }));
    const files = ['One.', 'Two.'].map((text) => new File([text], `${text}txt`, { type: 'text/plain' }));
    await user.upload(dialog().getByLabelText('Add text files', { selector: 'input' }), files);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(service.bodies('post', '/admin/v1/evaluations/letters/texts')).toEqual([
      { texts: [{ text: 'One.' }, { text: 'Two.' }] },
    ]);
  });

  it('adds many texts in several requests', async () => {
    service.answers('post', TEXTS, dataOf([SECOND]));
    const { user } = await open('/evaluations/letters');
    await user.click(await screen.findByRole('button', { name: 'Add texts' }));
    const sizes = [60_000, 30_000, 20_000, ...Array.from({ length: 100 }, () => 1)];
    const files = sizes.map((size) => new File(['a'.repeat(size)], `${size}.txt`, { type: 'text/plain' }));
    await user.upload(dialog().getByLabelText('Add text files', { selector: 'input' }), files);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const bodies = service.bodies('post', '/admin/v1/evaluations/letters/texts') as { texts: unknown[] }[];
    expect(bodies.map(({ texts }) => texts.length)).toEqual([2, 100, 1]);
  });

  it('measures, and shows shares with their ranges', async () => {
    service.answers('post', `${ONE}/measure`, dataOf(MEASURED));
    const { user } = await open('/evaluations/letters');
    await screen.findByRole('button', { name: 'Measure' });
    expect(screen.queryByRole('button', { name: 'Report (German)' })).toBeNull();
    service.answers('get', ONE, MEASURED_LETTERS);
    await user.click(screen.getByRole('button', { name: 'Measure' }));
    expect(
      await screen.findByRole('row', { name: 'Name 90% (50% to 99%) of 10 10% (50% to 99%) of 10' }),
    ).toBeVisible();
    expect(service.bodies('post', '/admin/v1/evaluations/letters/measure')).toEqual([{}]);
  });

  it('compares the policy in force with a preset', async () => {
    service.answers('post', `${ONE}/measure`, dataOf({ ...MEASURED, after: MEASURED.before }));
    service.answers('get', ONE, dataOf({ ...LETTERS, measurement: { ...MEASURED, after: MEASURED.before } }));
    const { user } = await open('/evaluations/letters');
    await user.selectOptions(
      await screen.findByLabelText('Compare the policy in force with'),
      await screen.findByRole('option', { name: 'Strict' }),
    );
    await waitFor(() => expect(screen.getByRole('button', { name: 'Measure' })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: 'Measure' }));
    expect(await screen.findByRole('columnheader', { name: 'Hidden with the other policy' })).toBeVisible();
    expect(service.bodies('post', '/admin/v1/evaluations/letters/measure')).toMatchObject([
      { policy: { allow_unprotected: false } },
    ]);
  });

  it('says why it cannot be measured, or why there is no report', async () => {
    service.answers('get', ONE, MEASURED_LETTERS);
    service.refuses('post', `${ONE}/measure`, { status: 503, code: 'unavailable' });
    service.refuses('get', `${ONE}/report`, { status: 500, code: 'internal' });
    const { user } = await open('/evaluations/letters');
    await user.click(await screen.findByRole('button', { name: 'Measure' }));
    expect(await screen.findByRole('alert')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Report (German)' }));
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2));
    expect(service.requests.at(-1)?.query).toEqual({ lang: 'de' });
  });

  it('asks to check a text first', async () => {
    service.answers('get', ONE, dataOf({ ...LETTERS, done: 0 }));
    await open('/evaluations/letters');
    expect(await screen.findByText('Check at least one text. Then you can measure.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Measure' })).toBeNull();
  });

  it('is deleted after a confirmation', async () => {
    service.answers('delete', ONE, DONE);
    service.answers('get', ALL, pageOf<Evaluation>([]));
    const { user } = await open('/evaluations/letters');
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await user.click(dialog().getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No evaluations yet.')).toBeVisible();
  });
});

describe('a text of an evaluation', () => {
  beforeEach(() => {
    service.answers('get', ONE, dataOf(LETTERS));
    service.answers('get', TEXT, dataOf(OPENED));
    service.answers('get', TEXTS, pageOf([FIRST, SECOND]));
  });
  const saved = () => service.bodies('put', '/admin/v1/evaluations/letters/texts/second');

  it('says if it was removed', async () => {
    service.refuses('get', TEXT, { status: 404, code: 'not_found' });
    await open('/evaluations/letters/second');
    expect(await screen.findByRole('alert')).toHaveTextContent('This content does not exist any more');
  });

  it('shows the suggested values, saves them as checked, and opens the next text', async () => {
    service.answers('put', TEXT, dataOf(OPENED));
    service.answers('get', TEXTS, pageOf([FIRST, { ...SECOND, text_id: 'third' }]));
    const { user } = await open('/evaluations/letters/second');
    expect(await screen.findByLabelText('Kind of “Anna Weber”')).toHaveValue('Names');
    service.answers('get', TEXT, dataOf({ ...OPENED, text_id: 'third', spans: [] }));
    await user.click(screen.getByRole('button', { name: 'Save as checked' }));
    expect(await screen.findByText('No value is marked.')).toBeVisible();
    expect(saved()).toEqual([{ spans: [{ start: 9, end: 19, kind: 'Names' }], state: 'done', version: 1 }]);
  });

  it('returns to the evaluation when all texts are checked', async () => {
    service.answers('put', TEXT, dataOf(OPENED));
    service.answers('get', TEXTS, pageOf([FIRST]));
    service.answers('get', '/admin/v1/policy', dataOf({ version: 3, created_at: null, policy: {} }));
    service.answers('get', '/admin/v1/policy/versions', dataOf([]));
    service.answers('get', '/admin/v1/audit', pageOf([]));
    service.answers('get', '/admin/v1/users', pageOf([]));
    const { user } = await open('/evaluations/letters/second');
    await user.click(await screen.findByRole('button', { name: 'Save as checked' }));
    expect(await screen.findByRole('heading', { name: 'Letters' })).toBeVisible();
  });

  it('marks a selection without the spaces around it, in place of the values that it touches', async () => {
    service.answers('put', TEXT, dataOf(OPENED));
    const { user } = await open('/evaluations/letters/second');
    await screen.findByLabelText('Kind of “Anna Weber”');
    expect(screen.getByRole('button', { name: 'Mark selection' })).toBeDisabled();
    await user.selectOptions(screen.getByLabelText('Kind'), 'Organizations');
    select(' Nordwerk ');
    await user.click(await screen.findByRole('button', { name: 'Mark selection' }));
    expect(await screen.findByLabelText('Kind of “Nordwerk”')).toHaveValue('Organizations');
    await user.selectOptions(screen.getByLabelText('Kind'), 'Names');
    select('Weber');
    await user.click(screen.getByRole('button', { name: 'Mark selection' }));
    await user.click(screen.getByRole('button', { name: 'Save as checked' }));
    await waitFor(() =>
      expect(saved()).toMatchObject([
        {
          spans: [
            { start: 14, end: 19, kind: 'Names' },
            { start: 27, end: 35, kind: 'Organizations' },
          ],
        },
      ]),
    );
  });

  it('changes the kind of a value, and removes and restores its mark', async () => {
    const { user } = await open('/evaluations/letters/second');
    await user.selectOptions(await screen.findByLabelText('Kind of “Anna Weber”'), 'Usernames');
    expect(screen.getByLabelText('Kind of “Anna Weber”')).toHaveValue('Usernames');
    await user.click(screen.getByRole('button', { name: 'Remove the mark of “Anna Weber”' }));
    expect(screen.getByText('No value is marked.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Mark “Anna Weber” again' }));
    expect(screen.getByLabelText('Kind of “Anna Weber”')).toHaveValue('Names');
    expect(screen.queryByRole('region', { name: 'Suggestions without a mark' })).toBeNull();
  });

  it('says if the text was saved elsewhere, and loads it again', async () => {
    service.refuses('put', TEXT, { status: 409, code: 'conflict' });
    const { user } = await open('/evaluations/letters/second');
    await user.click(await screen.findByRole('button', { name: 'Save as checked' }));
    service.answers('get', TEXT, dataOf({ ...OPENED, version: 2, spans: [] }));
    await user.click(await screen.findByRole('button', { name: 'Load again' }));
    expect(await screen.findByText('No value is marked.')).toBeVisible();
  });

  it('is removed after a confirmation', async () => {
    service.answers('delete', TEXT, DONE);
    const { user } = await open('/evaluations/letters/second');
    await user.click(await screen.findByRole('button', { name: 'Remove text' }));
    service.answers('get', ONE, dataOf({ ...LETTERS, texts: 1, done: 0 }));
    await user.click(dialog().getByRole('button', { name: 'Remove text' }));
    expect(await screen.findByRole('heading', { name: 'Letters' })).toBeVisible();
  });
});
