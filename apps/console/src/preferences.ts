import { useSyncExternalStore } from 'react';

export type Language = 'en' | 'de';
export type Theme = 'system' | 'light' | 'dark';

/** What this browser remembers of its person's wishes; nothing of what they write. */
export interface Preferences {
  language: Language;
  theme: Theme;
  /** Kinds to hide; undefined: all that `All` stands for. */
  kinds?: readonly string[];
  /** Language of the texts, as requests name it. */
  textLanguage?: string;
  model?: string;
  /** Whether conversations show what the provider saw. */
  showSent: boolean;
}

const KEY = 'privacy-chat';
const listeners = new Set<() => void>();
let current = read();
apply();

export function usePreferences(): Preferences {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}

export function setPreferences(change: Partial<Preferences>): void {
  current = { ...current, ...change };
  localStorage.setItem(KEY, JSON.stringify(current));
  apply();
  for (const listener of listeners) listener();
}

function read(): Preferences {
  const usual: Preferences = {
    language: navigator.language.startsWith('de') ? 'de' : 'en',
    theme: 'system',
    showSent: false,
  };
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>) };
  } catch {
    return usual; // Somebody else wrote there.
  }
}

function apply(): void {
  document.documentElement.lang = current.language;
  document.documentElement.dataset.theme = current.theme;
}
