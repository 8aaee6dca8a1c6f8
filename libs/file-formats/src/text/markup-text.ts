import type { XmlListener } from './read-xml';

export interface MarkupRules {
  /** Elements with characters that are text. */
  text: readonly string[];
  /** Elements without any text. */
  silent: readonly string[];
  paragraph: readonly string[];
  /** Elements that represent characters. */
  marks: Readonly<Record<string, (attributes: Readonly<Record<string, string>>) => string>>;
  cell: string;
  row: string;
}

/**
 * Extracts the text of word-processing markup: a line for each paragraph, and for each table row, with tabs between
 * cells.
 */
export class MarkupText implements XmlListener {
  private textDepth = 0;
  private silentDepth = 0;
  private cellDepth = 0;

  constructor(private readonly rules: MarkupRules) {}

  open(name: string, attributes: Readonly<Record<string, string>>): string | undefined {
    if (this.silentDepth > 0 || this.rules.silent.includes(name)) this.silentDepth += 1;
    if (this.silentDepth > 0) return undefined;
    if (this.rules.text.includes(name)) this.textDepth += 1;
    if (name === this.rules.cell) this.cellDepth += 1;
    const { marks } = this.rules;
    return Object.hasOwn(marks, name) ? marks[name]?.(attributes) : undefined;
  }

  text(text: string): string | undefined {
    return this.silentDepth === 0 && this.textDepth > 0 ? text : undefined;
  }

  close(name: string): string | undefined {
    if (this.silentDepth > 0) {
      this.silentDepth -= 1;
      return undefined;
    }
    if (this.rules.text.includes(name)) this.textDepth -= 1;
    if (name === this.rules.cell) {
      this.cellDepth -= 1;
      return '\t';
    }
    if (name === this.rules.row) return '\n';
    if (!this.rules.paragraph.includes(name)) return undefined;
    return this.cellDepth > 0 ? ' ' : '\n';
  }
}
