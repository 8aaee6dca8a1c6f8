import { kindOf } from '@app/anonymization';
import { type Annotated, MEASURED } from '../shares';

const LABELS = new Set(MEASURED.flatMap((kind) => kindOf(kind).annotatedAs));
const MARK = /⟦([^⟦⟧|]*)\|([^⟦⟧]*)⟧/g;

/**
 * Returns the texts of a file of one language. Each text follows a line `=== LANGUAGE GENRE`. A mark is `⟦LABEL|value⟧`,
 * never nested; the labels are those of `kindOf(kind).annotatedAs`.
 *
 * @throws Error with the heading of a text with malformed marks
 */
export function readMarked(language: string, content: string): Annotated[] {
  const [before = '', ...texts] = content.split(/^=== /m);
  if (before.trim() !== '' || texts.length === 0)
    throw new Error(`${language}: a file begins with a heading`);
  return texts.map((text) => {
    const end = text.indexOf('\n');
    const heading = text.slice(0, end);
    if (!heading.startsWith(`${language} `)) throw new Error(`${heading}: the language must be ${language}`);
    return withoutMarks(heading, text.slice(end).trim());
  });
}

function withoutMarks(heading: string, marked: string): Annotated {
  const spans: { start: number; end: number; label: string }[] = [];
  let [text, at] = ['', 0];
  for (const { index, 0: mark, 1: label = '', 2: value = '' } of marked.matchAll(MARK)) {
    text += marked.slice(at, index);
    if (!LABELS.has(label)) throw new Error(`${heading}: ${mark} has an unknown label`);
    if (value === '' || value !== value.trim())
      throw new Error(`${heading}: ${mark} must contain a value without blanks at its edges`);
    spans.push({ start: text.length, end: text.length + value.length, label });
    text += value;
    at = index + mark.length;
  }
  text += marked.slice(at);
  const open = /.{0,20}[⟦⟧].{0,20}/.exec(text);
  if (open) throw new Error(`${heading}: a mark is open, nested or has no label: ${open[0]}`);
  if (text === '') throw new Error(`${heading}: the text is empty`);
  return { text, spans };
}
