import type { SourceFile } from 'typescript';
import { callsOf } from './calls';
import { STORES, TABLE_SCOPES } from './own-tables';
import { queriesOf } from './queries';
import { routinesOf } from './routines';
import { scopeOf } from './scope';
import { MIGRATION, readShapes, type Half } from './shapes';
import { WITHOUT_OWNER } from './without-owner';

const NEEDED: Readonly<Record<string, readonly Half[]>> = {
  user: ['user', 'organization'],
  organization: ['organization'],
  service: [],
};

/** What the rules are; tests plant others. */
export const RULES = { scopes: TABLE_SCOPES, stores: STORES, ownerless: WITHOUT_OWNER };

/**
 * Every way to a user's or an organization's rows that does not say whose they are (contract: Data protection). It reads names, not
 * intentions: a query counts as scoped where its condition was made with both halves of an owner.
 *
 * @returns one line for each, with file and routine
 */
export function findUnscoped(sources: readonly SourceFile[], rules: typeof RULES = RULES): string[] {
  const shapes = readShapes(sources);
  const routines = sources.filter(({ fileName }) => !NO_QUERIES.test(fileName)).flatMap(routinesOf);
  const problems: string[] = [...new Set([...shapes.tables.values(), ...shapes.created])]
    .filter((table) => !(table in rules.scopes))
    .map((table) => `Whose rows the table ${table} holds is not listed`);
  const excused = new Set<string>();
  for (const routine of routines) {
    const at = `${routine.file}: ${routine.name}`;
    const queries = queriesOf(routine, shapes, scopeOf(routine, shapes));
    for (const { tables, halves } of queries)
      for (const table of tables) {
        const missing = (NEEDED[rules.scopes[table] ?? 'user'] ?? []).filter((half) => !halves.has(half));
        if (missing.length === 0 && !isStore(routine.file, table, rules))
          problems.push(`${at} reaches ${table} outside its lib's stores`);
        if (missing.length === 0) continue;
        if (routine.name in rules.ownerless) excused.add(routine.name);
        else problems.push(`${at} reaches ${table} without its ${missing.join(' and ')}`);
      }
    for (const call of callsOf(routine)) {
      const ownerless = rules.ownerless[call];
      if (ownerless && !ownerless.callers.includes(routine.name))
        problems.push(`${at} calls ${call}, which asks for no owner`);
    }
  }
  for (const name of Object.keys(rules.ownerless))
    if (!excused.has(name)) problems.push(`${name} is listed without need`);
  return [...new Set(problems)];
}

/** These name tables, and reach none. */
const NO_QUERIES = new RegExp(`${MIGRATION.source}|\\.(?:entity|module)\\.ts$`);

function isStore(file: string, table: string, { scopes, stores }: typeof RULES): boolean {
  if (scopes[table] === 'service') return true;
  const [, lib = '', name = ''] = /^libs\/([^/]+)\/src\/(.+)$/.exec(file) ?? [];
  return stores[lib]?.includes(name) ?? false;
}
