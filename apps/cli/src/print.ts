type Row = object;

/** Prints one row as lines of `name: value`, and a list as a table; with `json`, only one JSON document. */
export function print(result: Row | readonly Row[], { json }: { json?: boolean }): void {
  if (json) console.log(JSON.stringify(result, null, 2));
  else if (isList(result)) printTable(result);
  else for (const [name, value] of Object.entries(result)) console.log(`${name}: ${text(value)}`);
}

const isList = (result: Row | readonly Row[]): result is readonly Row[] => Array.isArray(result);

function printTable(rows: readonly Row[]): void {
  const [first] = rows;
  if (!first) {
    console.log('none');
    return;
  }
  const lines = [Object.keys(first), ...rows.map((row) => Object.values(row).map(text))];
  const widths = Object.keys(first).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  for (const line of lines)
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

function text(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.join(',') || '-';
  return String(value ?? '-');
}
