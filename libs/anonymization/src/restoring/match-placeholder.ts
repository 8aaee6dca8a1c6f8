import { PLACEHOLDER_TYPES } from '../entities/placeholder';
import { genitiveOf } from '../text/genitive';
import { followsWord, isWordAt } from '../text/words';
import type { Reading } from './reading';
import type { ReplacementIndex } from './replacement-index';

const INNER = String.raw`\s?\*{0,2}(NAME|EMAIL|PHONE)\\{0,2}[_\s\u00a0‐‑–-]?([1-9]\d{0,5})([A-Z]{0,3})\*{0,2}\s?`;
const SQUARE = new RegExp(String.raw`\\{0,2}[[［【]${INNER}\\{0,2}[\]］】]`, 'iuy');
const CURLY = new RegExp(String.raw`(?:\{\{${INNER}\}\}|\{${INNER}\})`, 'iuy');
const ANGLE = /<(NAME|PHONE)_([1-9]\d{0,5})([A-Z]{0,3})>/uy;
const BARE = /(NAME|EMAIL|PHONE|Name|Email|Phone)\\{0,2}_([1-9]\d{0,5})([A-Z]{0,3})/uy;
const GENITIVE = /s(?![\p{L}\p{M}\p{N}])/uy;
const LISTED = /\s*(?:[,;/&+\]］】}]|(?:and|und|or|oder)\s)/uy;

/** A placeholder at `at`, as issued or as models write it: `[Name_2]`, `NAME_1`, `[NAME 1]`, `[NAME\_1]`, `[NAME_1]s`. */
export function matchPlaceholder(text: string, at: number, index: ReplacementIndex): Reading | undefined {
  for (const pattern of [SQUARE, CURLY, ANGLE, BARE]) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) continue;
    const [label, number, letters] = match.slice(1).filter((group) => group !== undefined);
    const end = at + match[0].length;
    if (pattern === BARE && !standsAlone(text, at, end)) return undefined;
    const id = `${label?.toUpperCase()}_${number}${letters?.toUpperCase()}`;
    const original = index.placeholders.get(id);
    const type = PLACEHOLDER_TYPES[label?.toUpperCase() ?? ''];
    if (original === undefined || !type) return undefined;
    GENITIVE.lastIndex = end;
    const genitive = type === 'Names' && GENITIVE.test(text);
    return {
      start: at,
      end: genitive ? end + 1 : end,
      type,
      restored: genitive ? genitiveOf(original) : original,
      replacement: `[${id}]`,
    };
  }
  return undefined;
}

/** A placeholder without its brackets counts where it is no part of a word, and is not one that was cut off. */
function standsAlone(text: string, start: number, end: number): boolean {
  if (followsWord(text, start) || text[start - 1] === '_' || text[end] === '_') return false;
  if (isWordAt(text, end) && !/^s(?![\p{L}\p{M}\p{N}_])/u.test(text.slice(end, end + 3))) return false;
  if (!/[[［【]\s?$/.test(text.slice(Math.max(0, start - 2), start))) return true;
  LISTED.lastIndex = end;
  return LISTED.test(text);
}
