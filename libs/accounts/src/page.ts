/** Which part of a list is asked for: lists are ordered by id, which is the order in which things were made. */
export interface PageRequest {
  /** The id of the last one before; not given: from the beginning. */
  after?: string;
  limit: number;
}

export interface Page<T> {
  items: T[];
  /** The id to go on after; null where nothing comes after. */
  next: string | null;
}

/** @param read reads so many rows of a list, from after the one that was asked for */
export async function readPage<Row extends { id: string }, T>(
  { limit }: PageRequest,
  read: (take: number) => Promise<Row[]>,
  toItem: (row: Row) => T,
): Promise<Page<T>> {
  const rows = await read(limit + 1);
  const items = rows.slice(0, limit);
  return { items: items.map(toItem), next: rows.length > limit ? items.at(-1)!.id : null };
}
