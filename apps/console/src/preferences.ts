import { useSyncExternalStore } from 'react';

export type Language = 'en' | 'de';
export type Theme = 'system' | 'light' | 'dark';

/** The appearance of the page in this browser, also before a login. */
export interface Preferences {
  language: Language;
  theme: Theme;
}

/** A user's choices in this browser. */
export interface Wishes {
  /** Kinds to hide, at least one; undefined: all that `All` includes. */
  kinds?: readonly string[] | undefined;
  /** Language of the texts, as requests name it. */
  textLanguage?: string;
  model?: string;
  /** Whether conversations show what the provider saw; undefined: the model's default. */
  showSent?: boolean;
}

const KEY = 'privacy-chat';
const wishesKeyOf = (userId: string) => `${KEY}:wishes:${userId}`;
const listeners = new Set<() => void>();
let preferences: Preferences = {
  language: navigator.language.startsWith('de') ? 'de' : 'en',
  theme: 'system',
  ...looksOf(read<Preferences>(KEY)),
};
let person: string | undefined;
let wishes: Wishes = {};
apply();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const usePreferences = (): Preferences => useSyncExternalStore(subscribe, () => preferences);
export const useWishes = (): Wishes => useSyncExternalStore(subscribe, () => wishes);

export function setPreferences(change: Partial<Preferences>): void {
  preferences = { ...preferences, ...change };
  localStorage.setItem(KEY, JSON.stringify(preferences));
  apply();
  for (const listener of listeners) listener();
}

export function setWishes(change: Partial<Wishes>): void {
  wishes = { ...wishes, ...change };
  if (person !== undefined) localStorage.setItem(wishesKeyOf(person), JSON.stringify(wishes));
  for (const listener of listeners) listener();
}

/** Loads the choices of the user who logs in, and deletes those of other users. */
export function openWishes(to: string | undefined): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(wishesKeyOf('')) && key !== wishesKeyOf(to ?? '')) localStorage.removeItem(key);
  person = to;
  wishes = to === undefined ? {} : read<Wishes>(wishesKeyOf(to));
}

function read<T>(key: string): Partial<T> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<T>;
  } catch {
    return {}; // Another program of this origin wrote the entry.
  }
}

/** Returns the appearance only. Browsers may still store choices of an earlier version, which all users shared. */
function looksOf({ language, theme }: Partial<Preferences>): Partial<Preferences> {
  return { ...(language && { language }), ...(theme && { theme }) };
}

function apply(): void {
  document.documentElement.lang = preferences.language;
  document.documentElement.dataset.theme = preferences.theme;
}
