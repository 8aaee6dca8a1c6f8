import type { Role } from '../session/session';
import { plainOf, readRows } from '../ui/csv';

/** The limit of the service. */
export const MOST_PEOPLE = 500;
const ROLES: readonly string[] = ['member', 'auditor', 'admin'] satisfies Role[];
const NAMES = ['user_name', 'email', 'e-mail', 'mail'];

export interface Listed {
  /** The line of the file, from 1. */
  line: number;
  user_name: string;
  role: Role;
  groups: string[];
}

export interface PeopleFile {
  people: Listed[];
  /** Numbers of lines with an unknown role. */
  wrongRoles: number[];
  hasNames: boolean;
}

/**
 * Reads a list of people. The first row names the columns, in any order: `user_name` or `email`, and if wanted `role` and
 * `groups`, which semicolons or bars separate.
 */
export function readPeople(text: string): PeopleFile {
  const [head, ...rows] = readRows(text);
  const at = (names: readonly string[]) =>
    head?.cells.findIndex((cell) => names.includes(cell.trim().toLowerCase())) ?? -1;
  const [name, role, groups] = [at(NAMES), at(['role']), at(['groups'])];
  const people: Listed[] = [];
  const wrongRoles: number[] = [];
  for (const { line, cells } of name < 0 ? [] : rows) {
    const cell = (column: number) => plainOf(cells[column] ?? '').trim();
    const wanted = cell(role).toLowerCase() || 'member';
    if (!ROLES.includes(wanted)) wrongRoles.push(line);
    else
      people.push({
        line,
        user_name: cell(name),
        role: wanted as Role,
        groups: cell(groups)
          .split(/[;|]/)
          .map((group) => group.trim())
          .filter((group) => group !== ''),
      });
  }
  return { people, wrongRoles, hasNames: name >= 0 };
}
