import type { Role } from '../session/session';
import { readTable } from '../ui/csv';

/** The limit of the service. */
export const MOST_PEOPLE = 500;
const ROLES: readonly string[] = ['member', 'auditor', 'admin'] satisfies Role[];
const NAMES = ['email', 'e-mail', 'mail'];

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
  const { has, rows } = readTable(text, { user_name: NAMES });
  const people: Listed[] = [];
  const wrongRoles: number[] = [];
  for (const { line, cell } of has('user_name') ? rows : []) {
    const role = cell('role').trim().toLowerCase() || 'member';
    if (!ROLES.includes(role)) wrongRoles.push(line);
    else
      people.push({
        line,
        user_name: cell('user_name').trim(),
        role: role as Role,
        groups: cell('groups')
          .split(/[;|]/)
          .map((group) => group.trim())
          .filter((group) => group !== ''),
      });
  }
  return { people, wrongRoles, hasNames: has('user_name') };
}
