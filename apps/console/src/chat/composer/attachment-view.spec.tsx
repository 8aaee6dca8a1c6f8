import { screen } from '@testing-library/react';
import { Failure } from '../../api/failure';
import { dataOf } from '../../../testing/service';
import { service, show } from '../../../testing/show';
import type { Attachment } from '../work/work';
import { AttachmentView } from './attachment-view';

const ANONYMIZE = '/ai/v1/anonymize';
const onRemove = jest.fn();

const view = (state: Partial<Attachment>) => {
  const attachment = { upload: '1', name: 'letter.txt', progress: 0, ...state };
  return show(<AttachmentView attachment={attachment} chosen={undefined} onRemove={onRemove} />);
};
const progress = () => screen.queryByRole('progressbar', { name: 'Uploading …' });

beforeEach(() => {
  service
    .answers('get', '/ai/v1/models', dataOf([{ id: 'large' }]))
    .answers('get', '/ai/v1/kinds', { ...dataOf([]), allow_unprotected: true, share_originals: false })
    .answers('post', ANONYMIZE, {
      anonymized_prompt: 'Write to [NAME_1].',
      anonymized_values: { Names: ['[NAME_1]'] },
      detected_values: { Names: ['Hans Müller'] },
    });
});

describe('a document of the next prompt', () => {
  it('shows the uploaded fraction', async () => {
    await view({ progress: 0.4 });
    expect(screen.getByText('letter.txt')).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('Uploading …');
    expect(progress()).toHaveAttribute('value', '0.4');
  });

  it('shows progress without a measure while the service reads it', async () => {
    await view({ progress: 1 });
    expect(screen.getByRole('status')).toHaveTextContent('Uploading …');
    expect(progress()).not.toHaveAttribute('value');
  });

  it('says why it was refused, and can be removed', async () => {
    const { user } = await view({ failure: new Failure({ code: 'too_large' }) });
    expect(screen.getByRole('alert')).toHaveTextContent('This is larger than the service accepts.');
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    expect(progress()).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Remove letter.txt' }));
    expect(onRemove).toHaveBeenCalledTimes(1);
  });

  it('counts its values when the service has read it', async () => {
    await view({ progress: 1, id: 'doc' });
    expect(screen.getByText('attached')).toHaveAttribute('role', 'status');
    expect(await screen.findByText('1 value in this document will be hidden.')).toBeVisible();
    expect(progress()).toBeNull();
    expect(service.bodies('post', ANONYMIZE)).toMatchObject([{ doc: 'doc' }]);
  });

  it('says why its values are unknown, and searches again on request', async () => {
    service.refuses('post', ANONYMIZE, { status: 503, code: 'unavailable' });
    const { user } = await view({ progress: 1, id: 'doc' });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(service.bodies('post', ANONYMIZE)).toHaveLength(2);
  });
});
