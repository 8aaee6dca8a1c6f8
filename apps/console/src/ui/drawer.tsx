import type { ReactNode } from 'react';
import { Modal } from './modal';

interface Props {
  label: string;
  side?: 'right';
  onClose: () => void;
  children: ReactNode;
}

/** A panel that slides over the page. A click outside it, or Escape, closes it. */
export const Drawer = ({ label, side, onClose, children }: Props) => (
  <Modal
    className={side ? `drawer ${side}` : 'drawer'}
    aria-label={label}
    onEscape={onClose}
    onPointerDown={({ target, currentTarget }) => target === currentTarget && onClose()}
  >
    {children}
  </Modal>
);
