import { useId, type ReactNode } from 'react';
import { useTexts } from '../texts';
import { IconButton } from './button';
import { Modal } from './modal';

interface Props {
  title: string;
  onClose: () => void;
  wide?: boolean;
  children: ReactNode;
}

/** A dialog with its title and a button that closes it. */
export function Dialog({ title, onClose, wide = false, children }: Props) {
  const heading = useId();
  const t = useTexts();
  return (
    <Modal className={wide ? 'dialog wide' : 'dialog'} aria-labelledby={heading} onEscape={onClose}>
      <div className="stack">
        <div className="row">
          <h2 id={heading} className="grow">
            {title}
          </h2>
          <IconButton icon="close" size="small" label={t.common.close} onClick={onClose} />
        </div>
        {children}
      </div>
    </Modal>
  );
}
