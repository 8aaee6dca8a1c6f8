import { followsWord } from '../text/words';
import type { Reading } from './reading';
import type { ReplacementIndex } from './replacement-index';

const ADDRESS = /[\p{L}\p{M}\p{N}._%+-]{1,64}@[\p{L}\p{M}\p{N}.-]{0,252}[\p{L}\p{N}]/uy;

/** A surrogate address at `at`, in any case. */
export function matchEmail(text: string, at: number, index: ReplacementIndex): Reading | undefined {
  if (index.emails.size === 0 || followsWord(text, at) || /[.%+-]/.test(text[at - 1] ?? '')) return undefined;
  ADDRESS.lastIndex = at;
  const address = ADDRESS.exec(text)?.[0];
  const forms = address && index.emails.get(address.toLowerCase());
  if (!address || !forms) return undefined;
  const form = forms.find(({ replacement }) => replacement === address) ?? forms[0];
  return (
    form && {
      start: at,
      end: at + address.length,
      type: 'Emails',
      restored: form.original,
      replacement: form.replacement,
    }
  );
}
