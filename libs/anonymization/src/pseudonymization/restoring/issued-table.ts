import { z } from 'zod';
import { EntityTable } from '../entities/entity-table';
import { parseStored } from '../entities/entity-table-json';
import { Restorer } from './restore';
import { type Contexts, contextsWith, PAIR, TOKEN } from './sent-replacements';

/** Version 1 of the line before the table. Fields may be added. */
const storedContexts = z.object({
  version: z.literal(1),
  tokens: z.array(z.string()),
  pairs: z.array(z.string()),
});

/** A table with the contexts of the texts that were hidden with it: what restores its values in other texts later. */
export class IssuedTable {
  private constructor(
    readonly table: EntityTable,
    private readonly contexts: Contexts,
  ) {}

  /**
   * @param texts the texts that were hidden with `table`
   * @param before what was stored of earlier texts
   */
  static async of(table: EntityTable, texts: readonly string[], before?: IssuedTable): Promise<IssuedTable> {
    const contexts = await Restorer.contextsOf(table, texts);
    return new IssuedTable(table, new Set([...(before?.contexts ?? []), ...contexts]));
  }

  /** Reads what `write` returned. @throws Error if it is not of a known version, or is inconsistent */
  static async read(written: string): Promise<IssuedTable> {
    const end = written.indexOf('\n');
    const { tokens, pairs } = parseStored(storedContexts, written.slice(0, end));
    const table = await EntityTable.read(written.slice(end + 1));
    const contexts = [...tokens.map((token) => TOKEN + token), ...pairs.map((pair) => PAIR + pair)];
    return new IssuedTable(table, new Set(contexts));
  }

  /** Returns a line with the contexts, then the table. Contains personal data. */
  async write(): Promise<string> {
    const [tokens, pairs] = [contextsWith(TOKEN, this.contexts), contextsWith(PAIR, this.contexts)];
    return `${JSON.stringify({ version: 1, tokens, pairs })}\n${await this.table.write()}`;
  }

  /** Returns what restores everything that the table issued. */
  restorer(): Promise<Restorer> {
    return Restorer.ofIssued(this.table, this.contexts);
  }
}
