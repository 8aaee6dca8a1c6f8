/** A page of a list of the service. */
export interface PageOf<Row> {
  data: Row[];
  next_cursor?: string | null;
}

const LONGEST_PAGE = 100;

/** Returns the rows of all pages of a list, which it reads one after another. */
export async function rowsOfAll<Row>(
  read: (query: { limit: number; cursor?: string }) => Promise<PageOf<Row>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await read({ limit: LONGEST_PAGE, ...(cursor && { cursor }) });
    rows.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor);
  return rows;
}
