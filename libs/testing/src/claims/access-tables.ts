import { ROLES, SCOPES } from '@app/common';
import { table } from './table';

/** An endpoint, and the callers that may use it. */
export interface EndpointAccess {
  /** Such as `GET /ai/v1/history`. */
  endpoint: string;
  /** Whether no token is needed. */
  isPublic: boolean;
  roles: readonly string[];
  /** The scope that a key needs; null if no key may call it. */
  scope: string | null;
}

interface Document {
  paths: Record<string, Record<string, { 'x-roles'?: readonly string[]; 'x-scope'?: string | null }>>;
}

const YES = 'yes';

/** Returns the access rules of all endpoints from the OpenAPI document. */
export const endpointsOf = ({ paths }: Document): EndpointAccess[] =>
  Object.entries(paths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { 'x-roles': roles, 'x-scope': scope = null }]) => ({
        endpoint: `${method.toUpperCase()} ${path}`,
        isPublic: roles === undefined,
        roles: roles ?? [],
        scope,
      })),
    )
    .sort((a, b) => byPath(a.endpoint, b.endpoint));

const byPath = (a: string, b: string): number => {
  const [one, other] = [a, b].map((endpoint) => endpoint.split(' ').reverse().join(' ')) as [string, string];
  return one < other ? -1 : 1;
};

/** The two tables of docs/reference/access.md. */
export function accessTables(endpoints: readonly EndpointAccess[]): string {
  const roles = endpoints.map(({ endpoint, isPublic, roles }) => [
    `\`${endpoint}\``,
    isPublic ? YES : '',
    ...ROLES.map((role) => (isPublic || roles.includes(role) ? YES : '')),
  ]);
  const scopes = endpoints
    .filter(({ isPublic }) => !isPublic)
    .map(({ endpoint, scope }) => [`\`${endpoint}\``, ...SCOPES.map((one) => (one === scope ? YES : ''))]);
  return `${table(['endpoint', 'no token', ...ROLES], roles)}\n\n${table(['endpoint', ...SCOPES], scopes)}\n`;
}

/** A cell of a table: an endpoint, and whether the caller in the column may call it. */
export interface AccessCell {
  endpoint: string;
  column: string;
  allowed: boolean;
}

/** Returns the cells of every table of a Markdown page that lists endpoints in its first column. */
export function cellsOf(page: string): AccessCell[] {
  let head: string[] = [];
  return page.split('\n').flatMap((line) => {
    const cells = line.startsWith('|')
      ? line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim())
      : [];
    if (cells[0] === 'endpoint') head = cells;
    const endpoint = /^`(.+)`$/.exec(cells[0] ?? '')?.[1];
    if (!endpoint) return [];
    return head.slice(1).map((column, i) => ({ endpoint, column, allowed: cells[i + 1] === YES }));
  });
}
