import { screen, within } from '@testing-library/react';
import type { Schemas } from '../api/client';
import type { Case } from '../cases/use-cases';
import { NORDWERK } from '../../testing/samples';
import { dataOf, pageOf } from '../../testing/service';
import { downloads, enter, service, show } from '../../testing/show';
import { AnonymizeScreen } from './anonymize-screen';

const ANONYMIZE = '/ai/v1/anonymize';
const KINDS = (['Names', 'Emails'] as const).map((kind) => ({
  kind,
  placeholder: kind,
  languages: ['en'],
  in_all: true,
  default: true,
  mode: 'asked' as const,
  fixed: false,
}));
const ANSWER: Schemas['AnonymizedTextDto'] = {
  anonymized_prompt: 'Write to [NAME_1].',
  anonymized_values: { Names: ['[NAME_1]'] },
  detected_values: { Names: ['Hans Müller'] },
};

beforeEach(() => {
  service
    .answers('get', '/ai/v1/kinds', {
      ...dataOf(KINDS),
      allow_unprotected: true,
      share_originals: false,
    } as never)
    .answers('get', '/ai/v1/models', dataOf([{ id: 'large' }]))
    .answers('get', '/ai/v1/cases', pageOf<Case>([]));
});

const anonymize = async (text: string) => {
  const { user } = await show(<AnonymizeScreen />, { role: 'member' });
  await screen.findByLabelText('E-mail address');
  await enter(user, screen.getByLabelText('Text'), text);
  await user.click(screen.getByRole('button', { name: 'Anonymize' }));
  return user;
};
const result = () => within(screen.getByRole('region', { name: 'Result' }));

describe('the screen that anonymizes', () => {
  it('shows an empty result, and no action without a text', async () => {
    await show(<AnonymizeScreen />, { role: 'member' });
    expect(result().getByText('The anonymized text will appear here.')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Anonymize' })).toBeDisabled();
  });

  it('shows that it is working', async () => {
    service.waits('post', ANONYMIZE);
    await anonymize('Write to Hans Müller.');
    expect(screen.getByRole('button', { name: 'Anonymize' })).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByRole('progressbar', { name: 'Uploading …' })).toBeVisible();
  });

  it('shows the anonymized text, and for each replacement the value behind it', async () => {
    service.answers('post', ANONYMIZE, ANSWER);
    const user = await anonymize('Write to Hans Müller.');
    const copied = jest.spyOn(navigator.clipboard, 'writeText');
    expect(await result().findByText('1 value replaced')).toBeVisible();
    expect(result().getByText('[NAME_1]')).toHaveAccessibleName('[NAME_1]: Name, stands for Hans Müller');
    await user.click(result().getByRole('button', { name: 'Copy' }));
    expect(copied).toHaveBeenCalledWith(ANSWER.anonymized_prompt);
    await user.click(result().getByRole('button', { name: 'Download' }));
    expect(downloads).toEqual(['document - anonymized.txt']);
    expect(service.bodies('post', ANONYMIZE)).toEqual([
      { prompt: 'Write to Hans Müller.', lang: 'auto', choices: ['All'], model: 'large', anonymized: false },
    ]);
  });

  it('sends the chosen kinds and the kind of replacements', async () => {
    service.answers('post', ANONYMIZE, ANSWER);
    const { user } = await show(<AnonymizeScreen />, { role: 'member' });
    await user.click(await screen.findByLabelText('E-mail address'));
    await user.selectOptions(screen.getByLabelText('Replacements'), 'Invented values that read naturally');
    await enter(user, screen.getByLabelText('Text'), 'Hans');
    await user.click(screen.getByRole('button', { name: 'Anonymize' }));
    await result().findByText('1 value replaced');
    expect(service.bodies('post', ANONYMIZE)).toMatchObject([{ choices: ['Names'], anonymized: true }]);
  });

  it('uses the replacements of the case that the user chooses', async () => {
    service
      .answers('get', '/ai/v1/cases', pageOf([NORDWERK]))
      .answers('post', ANONYMIZE, { ...ANSWER, anonymized_prompt: 'Write to Jan Weber.' });
    const { user } = await show(<AnonymizeScreen />, { role: 'member' });
    await user.selectOptions(await screen.findByLabelText('Case'), 'Nordwerk');
    expect(screen.getByLabelText('Replacements')).toHaveDisplayValue(/Invented values/);
    expect(screen.getByLabelText('Replacements')).toBeDisabled();
    await enter(user, screen.getByLabelText('Text'), 'Hans');
    await user.click(screen.getByRole('button', { name: 'Anonymize' }));
    await result().findByText('0 values replaced');
    expect(service.bodies('post', ANONYMIZE)).toMatchObject([{ case_id: 'nordwerk', anonymized: true }]);
  });

  it('offers no action if no kind is chosen', async () => {
    const { user } = await show(<AnonymizeScreen />, { role: 'member' });
    await enter(user, screen.getByLabelText('Text'), 'Hans');
    for (const name of ['Name', 'E-mail address']) await user.click(await screen.findByLabelText(name));
    expect(screen.getByRole('button', { name: 'Anonymize' })).toBeDisabled();
  });

  it('says why a text cannot be anonymized, and keeps the text', async () => {
    service.refuses('post', ANONYMIZE, { status: 413, code: 'too_large' });
    await anonymize('Hans');
    expect(await screen.findByRole('alert')).toHaveTextContent('This is larger than the service accepts.');
    expect(screen.getByLabelText('Text')).toHaveValue('Hans');
    expect(result().getByText('The anonymized text will appear here.')).toBeVisible();
  });

  it('replaces the text by a document that the user chooses, and removes it again', async () => {
    const { user } = await show(<AnonymizeScreen />, { role: 'member' });
    const file = new File(['Hans'], 'letter.txt', { type: 'text/plain' });
    await user.upload(screen.getByLabelText('Choose a document'), file);
    expect(screen.getByText('letter.txt')).toBeVisible();
    expect(screen.queryByLabelText('Text')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Remove letter.txt' }));
    expect(screen.getByLabelText('Text')).toBeVisible();
  });
});
