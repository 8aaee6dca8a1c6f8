import { unescapeText } from '../editing/escaped-text';
import { LINK } from '../editing/escapings';
import { applyChanges, type FileText, type TextChange, type TextEditor } from '../editing/text-editor';
import { isProgram } from './programs-and-themes';
import { unsliced } from './unsliced';

const WORD = /[\p{L}\p{N}]/u;
/** An address in a formula, or a function that opens one */
const CALLS_OUT = /[a-z]:[/\\]|[/\\]{2}|\b(?:HYPERLINK|IMAGE|WEBSERVICE|IMPORT[A-Z]+|RTD|DDE)\s*\(/i;
/** The author of everything where the editor did not replace the name: account names are rarely recognized as names. */
const AUTHOR = 'Author';
/** Excel writes this instead of the author of a threaded comment. */
const COMMENT_ID = /^tc=\{[0-9A-F-]+\}$/i;

/** Shows texts to an editor, each with what it stands for. Texts without letters or digits are not shown. */
export class ShownTexts {
  private readonly authors = new Map<string, string>();

  /** @param isRestoring whether everything else than changed texts stays, also authors */
  constructor(
    readonly editor: TextEditor,
    readonly isRestoring = false,
  ) {}

  changes(text: FileText): readonly TextChange[] {
    if (!WORD.test(text.text)) return [];
    return this.editor.edit(this.editor.isReading ? { ...text, text: unsliced(text.text) } : text);
  }

  edit(part: string, text: string, about?: Pick<FileText, 'joins' | 'isAddress'>): string {
    return applyChanges(text, this.changes({ part, text, ...about }));
  }

  /** Returns what edits the strings of one formula: as one text if programs may form an address from them. */
  formula(part: string, formula: string): (string: string) => string {
    if (!CALLS_OUT.test(formula)) return (string) => this.edit(part, string);
    let isFirst = true;
    return (string) => {
      const joins = isFirst ? {} : ({ joins: 'line' } as const);
      if (WORD.test(string)) isFirst = false;
      return this.edit(part, string, { ...joins, isAddress: true });
    };
  }

  /** Returns what to write instead of an author: no author's own name is ever written. */
  author(name: string): string {
    if (!WORD.test(name) || COMMENT_ID.test(name) || isProgram(name)) return name;
    let written = this.authors.get(name);
    if (written === undefined) {
      const edited = this.edit('authors', name);
      written = edited === name && !this.editor.isReading && !this.isRestoring ? AUTHOR : edited;
      this.authors.set(name, written);
    }
    return written;
  }

  /** Edits the address of a link as people read it, without its escapes. Those of unchanged characters stay. */
  link(part: string, address: string): string {
    const { text, changesOfRaw } = unescapeText(address, LINK);
    return applyChanges(address, changesOfRaw(this.changes({ part, text, isAddress: true })));
  }
}

/** Returns an address without its `%` escapes. */
export function unescaped(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address; // It contains a `%` that escapes nothing.
  }
}

/** Names that refer to each other, such as those of sheets: equal names stay equal, and different names different. */
export class Names {
  private readonly written = new Map<string, string>();
  private readonly used = new Set<string>();

  /**
   * @param edit shows a name to the editor
   * @param allowed removes from a name what its format does not allow
   */
  constructor(
    private readonly edit: (name: string) => string,
    private readonly allowed: (name: string) => string,
    private readonly longest: number,
  ) {}

  /** Returns what to write instead of a name. It is shown when it is met first. */
  of(name: string): string {
    const known = this.written.get(name.toLowerCase());
    if (known !== undefined) return known === name.toLowerCase() ? name : known;
    const edited = this.edit(name);
    const written = edited === name ? name : this.unique(this.allowed(edited));
    this.used.add(written.toLowerCase());
    this.written.set(name.toLowerCase(), edited === name ? name.toLowerCase() : written);
    return written;
  }

  has(name: string): boolean {
    return this.written.has(name.toLowerCase());
  }

  /** Returns what to write instead of a name if it is known and changes. */
  changed(name: string): string | undefined {
    const known = this.written.get(name.toLowerCase());
    return known === undefined || known === name.toLowerCase() ? undefined : known;
  }

  private unique(name: string): string {
    const cut = name.slice(0, this.longest);
    let unique = cut;
    for (let count = 2; this.used.has(unique.toLowerCase()); count += 1) {
      const end = `_${count}`;
      unique = cut.slice(0, this.longest - end.length) + end;
    }
    return unique;
  }
}

/** Returns a name of letters, digits and underscores: a label has no brackets in it. */
export const asIdentifier = (name: string): string => {
  const words = name.replaceAll(/[[\]]/g, '').replaceAll(/[^\p{L}\p{N}_]+/gu, '_');
  return /^[\p{L}_]/u.test(words) ? words : `_${words}`;
};
