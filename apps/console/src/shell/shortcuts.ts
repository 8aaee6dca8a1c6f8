import { useEffect, useEffectEvent } from 'react';

/** The keys of the page, by action. `Mod` is Ctrl, or Command on a Mac. */
export const SHORTCUTS = {
  send: ['Enter'],
  line: ['Shift', 'Enter'],
  recall: ['↑'],
  stop: ['Esc'],
  newChat: ['Mod', 'Shift', 'O'],
  search: ['Mod', 'K'],
  shortcuts: ['?'],
} as const;

type Shortcut = keyof typeof SHORTCUTS;

/** Calls the action of a pressed shortcut. An open dialog or menu receives keys first. */
export function useShortcuts(actions: Partial<Record<Shortcut, () => void>>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const name = shortcutOf(event);
    const action = name && actions[name];
    if (!action || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

function shortcutOf(event: KeyboardEvent): Shortcut | undefined {
  const { key, shiftKey, altKey } = event;
  const withMod = event.ctrlKey || event.metaKey;
  if (altKey || event.isComposing) return undefined;
  if (withMod && !shiftKey && key.toLowerCase() === 'k') return 'search';
  if (withMod && shiftKey && key.toLowerCase() === 'o') return 'newChat';
  if (withMod) return undefined;
  if (key === 'Escape') return 'stop';
  return key === '?' && !isField(event.target) ? 'shortcuts' : undefined;
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
