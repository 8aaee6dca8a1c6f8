import type { ReactNode } from 'react';

interface Column<Row> {
  head: string;
  cell: (row: Row) => ReactNode;
  kind?: 'number' | 'actions';
}

interface Props<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  empty: string;
}

/** A table that scrolls sideways on narrow screens. The first column names the row. */
export function Table<Row>({ label, columns, rows, rowKey, empty }: Props<Row>) {
  if (rows.length === 0) return <p className="empty card">{empty}</p>;
  return (
    <div className="table-frame" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(({ head, kind }) => (
              <th key={head} scope="col" className={kind}>
                {kind === 'actions' ? <span className="visually-hidden">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ head, cell, kind }, index) =>
                index === 0 ? (
                  <th key={head} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={head} className={kind}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
