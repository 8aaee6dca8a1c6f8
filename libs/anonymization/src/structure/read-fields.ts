import { type Field, linesOf } from './field';
import { readJson } from './read-json';
import { readLabels } from './read-labels';
import { readMarkup } from './read-markup';
import { readTables } from './read-tables';

let latest: { text: string; fields: readonly Field[] } | undefined;

/**
 * Every value of a text that something beside it names: in JSON, YAML, XML, HTML, CSV, tables and forms, wherever
 * they stand in it, fenced, indented, cut off or broken. Readings may overlap: a text may be read in two ways. Time
 * grows linearly with the text. Several recognizers ask for one text after another: the latest is remembered.
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
