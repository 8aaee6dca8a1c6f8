import type { ReactNode } from 'react';
import { Check } from './field';

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
  /** Rows that can be chosen, by key. */
  choice?: {
    chosen: ReadonlySet<string>;
    labelOf: (row: Row) => string;
    allLabel: string;
    onChange: (chosen: ReadonlySet<string>) => void;
  };
}

/** A table that scrolls sideways on narrow screens. The first column names the row. */
export function Table<Row>({ label, columns, rows, rowKey, empty, choice }: Props<Row>) {
  const keys = rows.map(rowKey);
  if (rows.length === 0) return <p className="empty card">{empty}</p>;
  return (
    <div className="table-frame" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {choice && (
              <td>
                <Check
                  label={<span className="visually-hidden">{choice.allLabel}</span>}
                  checked={keys.every((key) => choice.chosen.has(key))}
                  onChange={(checked) => choice.onChange(new Set(checked ? keys : []))}
                />
              </td>
            )}
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
              {choice && (
                <td>
                  <Check
                    label={<span className="visually-hidden">{choice.labelOf(row)}</span>}
                    checked={choice.chosen.has(rowKey(row))}
                    onChange={(checked) => {
                      const others = [...choice.chosen].filter((key) => key !== rowKey(row));
                      choice.onChange(new Set(checked ? [...others, rowKey(row)] : others));
                    }}
                  />
                </td>
              )}
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
