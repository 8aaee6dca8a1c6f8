import type { KeptEntry } from '../audit.store';
import { sealedFields } from '../chain/seal-hash';

export const EXPORT_FORMATS = ['ndjson', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Returns an entry as exported: the sealed fields, the hash, and the caller of a model if it may be shown. */
const exported = ({ seal, user_id, ...entry }: KeptEntry) => ({
  ...sealedFields(entry, seal ?? UNSEALED),
  hash: seal?.hash ?? null,
  user_id,
});
const UNSEALED = { chain: null, prev: null, sealed_at: null, seq: null };

type Exported = ReturnType<typeof exported>;

/** The columns of a CSV. */
const COLUMNS: readonly (keyof Exported)[] = [
  'at',
  'actor',
  'actor_id',
  'user_id',
  'account',
  'action',
  'outcome',
  'reason',
  'subject_type',
  'subject_id',
  'counts',
  'model',
  'address_hash',
  'organization_id',
  'id',
  'chain',
  'seq',
  'sealed_at',
  'actor_hash',
  'prev',
  'hash',
];

/** Returns the text before the first entry. */
export const exportHead = (format: ExportFormat): string => (format === 'csv' ? csvLine(COLUMNS) : '');

export function exportLine(entry: KeptEntry, format: ExportFormat): string {
  const line = exported(entry);
  return format === 'csv'
    ? csvLine(COLUMNS.map((column) => cell(line[column])))
    : `${JSON.stringify(line)}\n`;
}

const cell = (value: Exported[keyof Exported]): string =>
  value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Returns a line of CSV (RFC 4180). */
const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Cells that a spreadsheet would read as a formula start with an apostrophe, which makes them text. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
