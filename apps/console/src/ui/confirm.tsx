import { useMutation } from '@tanstack/react-query';
import { useTexts } from '../texts';
import { Button } from './button';
import { Dialog } from './dialog';
import { FailureNotice } from './notice';

interface Props {
  title: string;
  /** Names what will be deleted, and the consequence. */
  text: string;
  action: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks for confirmation before something is deleted. */
export function Confirm({ title, text, action, onConfirm, onClose }: Props) {
  const t = useTexts();
  const confirm = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <FailureNotice error={confirm.error} />
      <div className="dialog-actions">
        <Button onClick={onClose}>{t.common.cancel}</Button>
        <Button look="danger" busy={confirm.isPending} onClick={() => confirm.mutate()}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
