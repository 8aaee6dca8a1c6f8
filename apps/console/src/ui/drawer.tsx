import { useLayoutEffect, useRef, type ReactNode } from 'react';

/** A side of the page that comes in front of it; a press beside it, or Escape, closes it. */
export function Drawer({
  label,
  side,
  onClose,
  children,
}: {
  label: string;
  side?: 'right';
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={side ? `drawer ${side}` : 'drawer'}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={({ target }) => target === dialog.current && onClose()}
    >
      {children}
    </dialog>
  );
}
