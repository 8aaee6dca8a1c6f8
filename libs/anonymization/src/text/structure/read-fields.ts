import { type Field, linesOf } from './field';
import { readHl7 } from './read-hl7';
import { readJson } from './read-json';
import { readLabels } from './read-labels';
import { readMarkup } from './read-markup';
import { readTables } from './read-tables';

/**
 * Returns every named value of a text: in JSON, YAML, XML, HTML, CSV, tables, forms and HL7 v2, at any position, fenced, indented,
 * truncated or broken. Readings may overlap, because a text may be read in two ways. The time is linear in the length of
 * the text.
 */
export function readFields(text: string): Field[] {
  const lines = linesOf(text);
  return [
    ...readJson(text),
    ...readMarkup(text),
    ...readTables(text, lines),
    ...readLabels(text, lines),
    ...readHl7(text, lines),
  ];
}
