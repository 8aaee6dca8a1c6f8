/** The `ref` of a result that a button produced: focuses it when it appears, which scrolls it into view. */
export const focusOn = (element: HTMLElement | null): void => element?.focus();
