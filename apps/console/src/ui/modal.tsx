import { createContext, useLayoutEffect, useRef, useState, type ComponentProps } from 'react';
import { createPortal } from 'react-dom';

interface Props extends Omit<ComponentProps<'dialog'>, 'ref' | 'onCancel' | 'onClose'> {
  /** Called when the user presses Escape. */
  onEscape?: () => void;
}

/** The open modal dialog around a component. Elements outside of it can be neither seen nor pressed. */
export const ModalElement = createContext<HTMLElement | null>(null);

/**
 * The browser's own modal dialog, which traps the focus. It is a child of the body, so that it inherits no style of the
 * element that opened it.
 */
export function Modal({ onEscape, ...dialog }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const [element, setElement] = useState<HTMLElement | null>(null);
  // Closes the dialog before the element leaves the page, so that the browser restores the focus.
  useLayoutEffect(() => {
    const { current } = ref;
    current?.showModal();
    setElement(current);
    return () => current?.close();
  }, []);
  return createPortal(
    <ModalElement value={element}>
      <dialog
        {...dialog}
        ref={ref}
        onCancel={(event) => {
          event.preventDefault();
          onEscape?.();
        }}
        onClose={({ currentTarget }) => {
          // Browsers close a dialog at the second Escape in a row, whatever the page answers.
          if (currentTarget.open) return;
          currentTarget.showModal();
          onEscape?.();
        }}
      />
    </ModalElement>,
    document.body,
  );
}
