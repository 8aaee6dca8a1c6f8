import { csvCode } from './csv/rewrite-csv';
import type { FormatCode } from './editing/file-format';
import { htmlCode } from './html/rewrite-html';
import { jsonCode } from './json/rewrite-json';
import type { FormatName } from './formats';
import { plainTextCode } from './plain-text/rewrite-plain-text';
import { yamlCode } from './yaml/rewrite-yaml';

/** The code of each format. Only programs that read and write files import it. */
export const FORMAT_CODE: Readonly<Record<FormatName, FormatCode>> = {
  txt: plainTextCode,
  md: plainTextCode,
  csv: csvCode,
  tsv: csvCode,
  html: htmlCode,
  json: jsonCode,
  yaml: yamlCode,
};
