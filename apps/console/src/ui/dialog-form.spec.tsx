import { screen } from '@testing-library/react';
import { Failure } from '../api/failure';
import { show } from '../../testing/show';
import { DialogForm } from './dialog-form';
import { TextField } from './field';

const onSubmit = jest.fn();
const onClose = jest.fn();

const form = (state: Partial<Parameters<typeof DialogForm>[0]> = {}) =>
  show(
    <DialogForm action="Save" onSubmit={onSubmit} onClose={onClose} {...state}>
      <TextField label="Name" value="Letters" required onChange={() => undefined} />
    </DialogForm>,
  );
const save = () => screen.getByRole('button', { name: 'Save' });

beforeEach(() => {
  onSubmit.mockClear();
  onClose.mockClear();
});

describe('the form of a dialog', () => {
  it('is submitted by its button and by the enter key, without loading the page again', async () => {
    const { user } = await form();
    await user.click(save());
    await user.click(screen.getByLabelText('Name'));
    await user.keyboard('{Enter}');
    expect(onSubmit).toHaveBeenCalledTimes(2);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('is closed by its first button', async () => {
    const { user } = await form();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('shows that it runs', async () => {
    await form({ run: { error: null, isPending: true } });
    expect(save()).toHaveAttribute('aria-busy', 'true');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says why it failed, and can be submitted again', async () => {
    await form({ run: { error: new Failure({ code: 'too_large' }), isPending: false } });
    expect(screen.getByRole('alert')).toHaveTextContent('This is larger than the service accepts.');
    expect(save()).toBeEnabled();
  });

  it('cannot be submitted while it is disabled', async () => {
    await form({ disabled: true });
    expect(save()).toBeDisabled();
  });
});
