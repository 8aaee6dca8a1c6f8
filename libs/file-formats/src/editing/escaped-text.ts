import type { TextChange } from './text-editor';

/** A way to escape characters in a text. */
export interface Escaping {
  /** Matches everything that can be an escape. It is global */
  pattern: RegExp;
  /** Returns the characters that a match stands for; undefined if it is no escape */
  decode: (match: string, at: number, raw: string) => string | undefined;
  /** Returns a replacement as it is written instead of characters with these escapes */
  encode: (replacement: string, before: readonly string[]) => string;
}

/** A text without its escapes. Its changes become changes of the escaped text, in which all other escapes stay as they are. */
export interface UnescapedText {
  text: string;
  changesOfRaw(changes: readonly TextChange[]): TextChange[];
}

/** Removes escapes. Several ways of escaping are removed one after the other: the first is the outermost. */
export function unescapeText(raw: string, ...escapings: readonly Escaping[]): UnescapedText {
  const layers: Layer[] = [];
  let text = raw;
  for (const escaping of escapings) {
    const layer = new Layer(text, escaping);
    layers.push(layer);
    text = layer.text;
  }
  return {
    text,
    changesOfRaw: (changes) =>
      layers.reduceRight<TextChange[]>((inner, layer) => layer.changesOfRaw(inner), [...changes]),
  };
}

/** An escape: where it is in the raw text, and where its characters are in the text. */
interface Escape {
  from: number;
  to: number;
  start: number;
  end: number;
}

/** A change that covers whole escapes. `kept` is the rest of the last of them, behind the change. */
interface Widened {
  from: number;
  to: number;
  end: number;
  replacement: string;
  kept: string;
  escapes: string[];
}

class Layer implements UnescapedText {
  readonly text: string;
  private readonly escapes: Escape[] = [];

  constructor(
    private readonly raw: string,
    private readonly escaping: Escaping,
  ) {
    // Most texts have no escape.
    if (raw.search(escaping.pattern) === -1) {
      this.text = raw;
      return;
    }
    const pieces: string[] = [];
    let at = 0;
    let length = 0;
    for (const { 0: match, index } of raw.matchAll(escaping.pattern)) {
      const characters = escaping.decode(match, index, raw);
      if (characters === undefined) continue;
      pieces.push(raw.slice(at, index), characters);
      const start = length + index - at;
      length = start + characters.length;
      at = index + match.length;
      this.escapes.push({ from: index, to: at, start, end: length });
    }
    this.text = pieces.join('') + raw.slice(at);
  }

  changesOfRaw(changes: readonly TextChange[]): TextChange[] {
    return this.widened(changes).map(({ from, to, replacement, kept, escapes }) => ({
      start: from,
      end: to,
      replacement: this.escaping.encode(replacement + kept, escapes),
    }));
  }

  private widened(changes: readonly TextChange[]): Widened[] {
    const widened: Widened[] = [];
    let next = 0;
    let longer = 0;
    /** Returns the escape around an offset. */
    const passEscapesTo = (offset: number): Escape | undefined => {
      for (; next < this.escapes.length && this.escapes[next]!.end <= offset; next += 1)
        longer = this.escapes[next]!.to - this.escapes[next]!.end;
      const escape = this.escapes[next];
      return escape && escape.start < offset ? escape : undefined;
    };
    for (const { start, end, replacement } of changes) {
      const first = passEscapesTo(start);
      const firstIndex = next;
      const from = first?.from ?? start + longer;
      const last = passEscapesTo(end);
      const to = last?.to ?? end + longer;
      const kept = last ? this.text.slice(end, last.end) : '';
      const escapes = this.escapes
        .slice(firstIndex, last ? next + 1 : next)
        .map((escape) => this.raw.slice(escape.from, escape.to));
      const previous = widened.at(-1);
      if (previous && previous.to > from) {
        // Both change characters of one escape.
        previous.replacement += this.text.slice(previous.end, start) + replacement;
        previous.escapes.push(...escapes);
        Object.assign(previous, { to, end, kept });
      } else {
        const before = first ? this.text.slice(first.start, start) : '';
        widened.push({ from, to, end, replacement: before + replacement, kept, escapes });
      }
    }
    return widened;
  }
}
