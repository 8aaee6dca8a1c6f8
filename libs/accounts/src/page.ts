/** Selects a part of a list. Lists are ordered by id, which is the order of creation. */
export interface PageRequest {
  /** The last id of the previous page; if absent, the list starts from the beginning. */
  after?: string;
  limit: number;
}

export interface Page<T> {
  items: T[];
  /** The id to continue after; null on the last page. */
  next: string | null;
}

/**
 * Reads a page.
 *
 * @param read reads the given number of rows after the requested one
 */
export async function readPage<Row extends { id: string }, T>(
  { limit }: PageRequest,
  read: (take: number) => Promise<Row[]>,
  toItem: (row: Row) => T,
): Promise<Page<T>> {
  const rows = await read(limit + 1);
  const items = rows.slice(0, limit);
  return { items: items.map(toItem), next: rows.length > limit ? items.at(-1)!.id : null };
}
