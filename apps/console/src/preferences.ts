import { Store, useStore } from './store';

export type Language = 'en' | 'de';
export type Theme = 'system' | 'light' | 'dark';

/** The appearance of the page in this browser, also before a login. It contains no data of a user. */
export interface Preferences {
  language: Language;
  theme: Theme;
  /** Whether the tour for new users was closed in this browser. */
  tour?: 'closed';
}

/** A user's choices in this browser. */
export interface Wishes {
  /** Kinds to hide, at least one; undefined: all that `All` includes. */
  kinds?: readonly string[] | undefined;
  /** Language of texts outside conversations, as requests name it; undefined: guessed from each text. */
  textLanguage?: string | undefined;
  model?: string;
  /** Whether conversations show what the provider saw; undefined: the page's default. */
  showSent?: boolean;
}

const KEY = 'privacy-chat';
const wishesKeyOf = (userId: string) => `${KEY}:wishes:${userId}`;
const preferences = new Store<Preferences>({
  language: navigator.language.startsWith('de') ? 'de' : 'en',
  theme: 'system',
  ...looksOf(read<Preferences>(KEY)),
});
const wishes = new Store<Wishes>({});
let person: string | undefined;
apply();

export const usePreferences = (): Preferences => useStore(preferences, (all) => all);
export const useWishes = (): Wishes => useStore(wishes, (all) => all);

export function setPreferences(change: Partial<Preferences>): void {
  const next = { ...preferences.value, ...change };
  localStorage.setItem(KEY, JSON.stringify(next));
  preferences.set(next);
  apply();
}

export function setWishes(change: Partial<Wishes>): void {
  const next = { ...wishes.value, ...change };
  if (person !== undefined) localStorage.setItem(wishesKeyOf(person), JSON.stringify(next));
  wishes.set(next);
}

/** Loads the choices of the user who logs in, and deletes those of other users. */
export function openWishes(to: string | undefined): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(wishesKeyOf('')) && key !== wishesKeyOf(to ?? '')) localStorage.removeItem(key);
  person = to;
  wishes.set(to === undefined ? {} : read<Wishes>(wishesKeyOf(to)));
}

function read<T>(key: string): Partial<T> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<T>;
  } catch {
    return {}; // Another program of this origin wrote the entry.
  }
}

/** Returns the appearance only. Browsers may still store choices of an earlier version, which all users shared. */
function looksOf({ language, theme, tour }: Partial<Preferences>): Partial<Preferences> {
  return { ...(language && { language }), ...(theme && { theme }), ...(tour && { tour }) };
}

function apply(): void {
  const { language, theme } = preferences.value;
  document.documentElement.lang = language;
  document.documentElement.dataset.theme = theme;
}
