import { useLayoutEffect, useRef, type ReactNode } from 'react';

/** A panel that slides over the page. A click outside it, or Escape, closes it. */
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
