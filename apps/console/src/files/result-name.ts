import { de } from '../texts/de';
import { en, type Texts } from '../texts/en';

/** What was done with a file. */
type Done = keyof Texts['files']['done'];

/** A name without another letter or digit than those of placeholders. */
const ONLY_FOUND = /^(?:\[[A-Z]+(?:_\d+)?\]|[^\p{L}\p{N}])*$/u;

/** What an earlier result added, in either language. */
const ADDED = new RegExp(
  ` - (?:${[en, de].flatMap(({ files }) => Object.values(files.done)).join('|')})$`,
  'i',
);

/**
 * Returns the name under which a written file is saved: it says what was done, so that the file differs from its original.
 * A name that consisted of found values only becomes that of a document.
 *
 * @param name the name by the service, with its replacements or its restored values
 */
export function resultName(name: string, done: Done, { files }: Texts): string {
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot < 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
  const base = stem.replace(ADDED, '');
  return `${ONLY_FOUND.test(base) ? files.document : base} - ${files.done[done]}${ending}`;
}
