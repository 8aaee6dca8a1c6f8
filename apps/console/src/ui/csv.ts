/** Writes CSV (RFC 4180). Cells that a spreadsheet would read as a formula start with an apostrophe. */
export const writeCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = /^['=+\-@]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
