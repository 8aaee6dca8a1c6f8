import { screen, within } from '@testing-library/react';
import type { Case } from '../cases/use-cases';
import { dataOf, pageOf } from '../../testing/service';
import { downloads, service, show } from '../../testing/show';
import { FilesScreen } from './files-screen';

const PREVIEW = '/ai/v1/files/preview';
const ANONYMIZE = '/ai/v1/files/anonymize';
const FOUND = {
  format: 'docx' as const,
  texts: [
    {
      part: 'text',
      text: 'Anna Weber wrote to Ulm.',
      found: [
        { start: 0, end: 10, kind: 'Names' as const },
        { start: 20, end: 23, kind: 'Locations' as const },
      ],
    },
  ],
  values: 2,
  is_cut: false,
};
const written = (report: object) =>
  new Response('written', {
    headers: {
      'content-disposition': "attachment; filename*=UTF-8''Letter%20of%20%5BNAME_1%5D.docx",
      'x-report': JSON.stringify(report),
    },
  });

const result = () => within(screen.getByRole('region', { name: 'Result' }));
const search = async () => {
  const { user } = await show(<FilesScreen />, { role: 'member' });
  await user.upload(screen.getByLabelText('Choose a file'), new File(['x'], 'Letter of Anna Weber.docx'));
  await user.click(screen.getByRole('button', { name: 'Search the file' }));
  return user;
};

beforeEach(() => {
  service
    .answers('get', '/ai/v1/cases', pageOf<Case>([]))
    .answers('get', '/ai/v1/kinds', { ...dataOf([]), allow_unprotected: true, share_originals: false });
});

describe('the screen that anonymizes files', () => {
  it('shows what was found, hides all but what the user keeps, and offers the written file', async () => {
    service.answers('post', PREVIEW, dataOf(FOUND));
    service.on('post', ANONYMIZE, () =>
      written({
        values: { Names: 3 },
        dropped: { metadata: 1, properties: 1, custom_properties: 2, new_part: 1 },
        rasterized_pages: 0,
        pages_read_by_ocr: 1,
      }),
    );
    const user = await search();
    expect(await result().findByText('2 places with personal data')).toBeVisible();
    await user.click(result().getByLabelText(/Hide Ulm/));
    await user.click(result().getByText('Show the texts with these values'));
    expect(result().getByText('Anna Weber')).toHaveAccessibleName(/Anna Weber: Name, is hidden/);
    await user.click(result().getByRole('button', { name: 'Anonymize the file' }));
    expect(await result().findByText('Letter of [NAME_1] - anonymized.docx')).toBeVisible();
    expect(document.activeElement).toContainElement(result().getByText(/3 values hidden/));
    expect(result().getByText('Left out: metadata, properties, other content.')).toBeVisible();
    expect(result().getByText(/read by OCR/)).toBeVisible();
    await user.click(result().getByRole('button', { name: 'Download' }));
    expect(downloads).toEqual(['Letter of [NAME_1] - anonymized.docx']);
    expect(service.bodies('post', ANONYMIZE)).toMatchObject([
      { choices: 'All', style: 'placeholders', keep: 'Ulm' },
    ]);
  });

  it('says if nothing was found', async () => {
    service.answers('post', PREVIEW, dataOf({ ...FOUND, texts: [], values: 0 }));
    await search();
    expect(await result().findByText('No personal data was found in this file.')).toBeVisible();
  });

  it('says why a file is refused', async () => {
    service.refuses('post', PREVIEW, {
      status: 400,
      code: 'invalid_file',
      message: 'Invalid file: it is signed',
    });
    await search();
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Anonymize the file' })).toBeNull();
  });
});
