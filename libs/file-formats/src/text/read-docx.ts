import { MarkupText, type MarkupRules } from './markup-text';
import { OoxmlPackage } from './ooxml-package';
import { readXml } from './read-xml';

/** WordprocessingML (ECMA-376, part 1, 17). Deleted text, field codes and fallbacks are not text. */
const RULES: MarkupRules = {
  text: ['t'],
  silent: ['pPr', 'rPr', 'sectPr', 'tblPr', 'Fallback'],
  paragraph: ['p'],
  marks: { tab: () => '\t', br: () => '\n', cr: () => '\n', noBreakHyphen: () => '-' },
  cell: 'tc',
  row: 'tr',
};
const BESIDE = ['header', 'footer', 'footnotes', 'endnotes'];

/** Yields the text of a Word document: the body, then headers, footers and notes. */
export async function* readDocx(bytes: Buffer): AsyncGenerator<string> {
  const file = await OoxmlPackage.open(bytes);
  const body = file.main('wordprocessingml.document.main');
  const beside = BESIDE.flatMap((type) => file.ofType(`wordprocessingml.${type}`));
  for (const part of [body, ...beside]) {
    yield* readXml(file.read(part), new MarkupText(RULES));
    yield '\n';
  }
}
