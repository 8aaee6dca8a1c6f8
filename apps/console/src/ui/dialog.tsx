import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useTexts } from '../texts';
import { IconButton } from './button';

interface Props {
  title: string;
  onClose: () => void;
  wide?: boolean;
  children: ReactNode;
}

/** The browser's own modal dialog, which traps the focus and closes with Escape. */
export function Dialog({ title, onClose, wide = false, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const t = useTexts();
  // Closes the dialog before the element leaves the page, so that the browser restores the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="stack">
        <div className="row">
          <h2 id={heading} className="grow">
            {title}
          </h2>
          <IconButton icon="close" size="small" label={t.common.close} onClick={onClose} />
        </div>
        {children}
      </div>
    </dialog>
  );
}
