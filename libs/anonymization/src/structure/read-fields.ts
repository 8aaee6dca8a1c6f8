import { type Field, linesOf } from './field';
import { readJson } from './read-json';
import { readLabels } from './read-labels';
import { readMarkup } from './read-markup';
import { readTables } from './read-tables';

let latest: { text: string; fields: readonly Field[] } | undefined;

/**
 * Returns every named value of a text: in JSON, YAML, XML, HTML, CSV, tables and forms, at any position, fenced, indented,
 * truncated or broken. Readings may overlap, because a text may be read in two ways. The time is linear in the length of
 * the text. Several recognizers need it for the same text, so the latest result is cached.
 */
export function readFields(text: string): readonly Field[] {
  if (latest?.text === text) return latest.fields;
  const lines = linesOf(text);
  const fields = [
    ...readJson(text),
    ...readMarkup(text),
    ...readTables(text, lines),
    ...readLabels(text, lines),
  ];
  latest = { text, fields };
  return fields;
}
