import { useLayoutEffect, useRef, type ComponentProps } from 'react';
import { createPortal } from 'react-dom';

interface Props extends Omit<ComponentProps<'dialog'>, 'ref' | 'onCancel' | 'onClose'> {
  /** Called when the user presses Escape. */
  onEscape?: () => void;
}

/**
 * The browser's own modal dialog, which traps the focus. It is a child of the body, so that it inherits no style of the
 * element that opened it.
 */
export function Modal({ onEscape, ...dialog }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  // Closes the dialog before the element leaves the page, so that the browser restores the focus.
  useLayoutEffect(() => {
    const { current } = element;
    current?.showModal();
    return () => current?.close();
  }, []);
  return createPortal(
    <dialog
      {...dialog}
      ref={element}
      onCancel={(event) => {
        event.preventDefault();
        onEscape?.();
      }}
    />,
    document.body,
  );
}
