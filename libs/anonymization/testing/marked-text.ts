import type { EntityType } from '../src/kinds/entity-type';
import type { Span } from '../src/text/spans/span';

const TYPES: Readonly<Record<string, EntityType>> = { N: 'Names', E: 'Emails', P: 'Phone' };

/**
 * Parses a text with marked values, as tests write it: `{N:Hans Müller}`, `{E:a@b.de}`, `{P+49301234567:030 1234567}`
 * (a number with its E.164 form), and returns its spans.
 */
export function markedText(marked: string): { text: string; spans: Span[] } {
  const spans: Span[] = [];
  let text = '';
  let position = 0;
  for (const match of marked.matchAll(/\{([NEP])(\+\d+)?:([^}]*)\}/g)) {
    text += marked.slice(position, match.index);
    const [whole, mark = '', number, value = ''] = match;
    const type = TYPES[mark] ?? 'Names';
    const canonical = type === 'Emails' ? value.toLowerCase() : number;
    spans.push({
      start: text.length,
      end: text.length + value.length,
      type,
      ...(canonical && { canonical }),
    });
    text += value;
    position = match.index + whole.length;
  }
  return { text: text + marked.slice(position), spans };
}
