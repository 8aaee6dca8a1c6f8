import type { ShownTexts } from '../office/shown-texts';
import type { Edit, Element, XmlRewriter } from '../office/xml-rewriter';
import { encodeXmlAttribute } from '../office/xml-characters';

const WHOLE_NUMBER = /^-?\d{5,}$/;
const VALUES =
  /(?<!\s)\s+office:(?:value|date-value|time-value|boolean-value|currency)\s*=\s*(?:"[^"]*"|'[^']*')/g;
const TYPES = /(\s(?:office|calcext):value-type\s*=\s*)(?:"[^"]*"|'[^']*')/g;

/**
 * Makes a cell a text when what it shows changes: a number or a date is stored beside the shown text. A number that can stand
 * for a person is shown too, since the shown text can be rounded.
 */
export class OpenCells {
  readonly observed = new Set(['table:table-cell']);
  private number: { edited: string } | undefined;
  private readonly cells: { start: number; changes: number; isChanged: boolean }[] = [];

  constructor(
    private readonly part: string,
    private readonly texts: ShownTexts,
  ) {}

  readonly editNumber: Edit = (number) => {
    if (!WHOLE_NUMBER.test(number)) return number;
    const edited = this.texts.edit(this.part, number);
    if (edited === number) return number;
    this.number = { edited };
    return undefined;
  };

  opened({ name }: Element, rewriter: XmlRewriter, isEmpty: boolean): void {
    if (name !== 'table:table-cell') return;
    const start = rewriter.length - 1;
    const { number } = this;
    this.number = undefined;
    if (!isEmpty) {
      rewriter.hold();
      this.cells.push({ start, changes: rewriter.changes, isChanged: number !== undefined });
    } else if (number) {
      const value = ` office:string-value="${encodeXmlAttribute(number.edited)}"/>`;
      rewriter.replace(start, start + 1, asText(rewriter.piece(start)).replace(/(?<!\s)\s*\/>$/, value));
    }
  }

  closing(rewriter: XmlRewriter): void {
    const { start, changes, isChanged } = this.cells.pop()!;
    if (isChanged || rewriter.changes > changes)
      rewriter.replace(start, start + 1, asText(rewriter.piece(start)));
    rewriter.release();
  }
}

const asText = (tag: string): string => tag.replaceAll(VALUES, '').replaceAll(TYPES, '$1"string"');
