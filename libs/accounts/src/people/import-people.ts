import { Injectable } from '@nestjs/common';
import { AppError, Transactions, type FieldError, type Role } from '@app/common';
import { AccountsStore } from '../accounts.store';
import { Groups } from '../groups/groups';
import { isUserName, loginName } from '../user-name';
import type { User } from '../users';
import { PasswordSetups, type MadeSetup, type PasswordSetup, type SetupKind } from './password-setups';

/** The most people of one import. */
export const MOST_IMPORTED = 500;

/** Why a person cannot be created. */
export const IMPORT_FAULTS = ['invalid_name', 'duplicate', 'unknown_group', 'name_taken'] as const;
export type ImportFault = (typeof IMPORT_FAULTS)[number];

export interface ImportedPerson {
  userName: string;
  role: Role;
  /** Names of groups of the organization. */
  groups: readonly string[];
}

/** What an import does with a person: create, leave unchanged because the organization has them, or refuse. */
export type PlannedPerson = { userName: string } & (
  | { state: 'new' | 'exists' }
  | { state: 'refused'; fault: ImportFault }
);

/** A person of an import, and their user if it created one. */
export type PersonOfImport = PlannedPerson & { created?: { user: User; setup: PasswordSetup } };

interface Plan {
  people: PlannedPerson[];
  /** The ids of the groups by name. */
  groups: ReadonlyMap<string, string>;
  /** The names that any organization has. */
  taken: ReadonlyMap<string, string>;
}

/** Creates many users at once, each with a secret for the first password. */
@Injectable()
export class ImportPeople {
  constructor(
    private readonly store: AccountsStore,
    private readonly groups: Groups,
    private readonly setups: PasswordSetups,
    private readonly transactions: Transactions,
  ) {}

  /** Returns what {@link execute} would do. It does not say whether another organization has a name. */
  async preview(organizationId: string, people: readonly ImportedPerson[]): Promise<PlannedPerson[]> {
    return (await this.plan(organizationId, people)).people;
  }

  /**
   * Creates the people that the organization does not have, and adds them to their groups. Refuses names that another
   * organization has and creates the other people: an import that created none would be a free search of those names.
   *
   * @returns all people, in order
   * @throws AppError `bad_request` with an error for each person that is wrong in itself, and creates no one; `conflict`
   * if a name was taken or a group deleted meanwhile
   */
  async execute(
    organizationId: string,
    people: readonly ImportedPerson[],
    kind: SetupKind,
  ): Promise<PersonOfImport[]> {
    const { people: own, groups, taken } = await this.plan(organizationId, people);
    const errors = own.flatMap(faultOf);
    if (errors.length > 0) throw new AppError('bad_request', wordsOf(errors), { errors });
    const planned = own.map((person): PlannedPerson => {
      const isRefused = person.state === 'new' && taken.has(loginName(person.userName));
      return isRefused ? { userName: person.userName, state: 'refused', fault: 'name_taken' } : person;
    });
    const setups = new Map<PlannedPerson, MadeSetup>();
    // One after the other, so that logins do not wait for hundreds of hashes.
    for (const person of planned)
      if (person.state === 'new') setups.set(person, await this.setups.make(kind));
    return this.transactions.runFor({ organizationId }, async (tx) => {
      const all: PersonOfImport[] = [];
      for (const [at, person] of planned.entries()) {
        const made = setups.get(person);
        const { userName, role, groups: names } = people[at]!;
        const user = made && (await this.setups.add(tx, { userName, role, organizationId }, made));
        for (const name of user ? new Set(names) : [])
          await this.groups.addNewUser(tx, { id: groups.get(name)!, organizationId }, user!.id);
        all.push({ ...person, ...(user && { created: { user, setup: made.setup } }) });
      }
      return all;
    });
  }

  private async plan(organizationId: string, people: readonly ImportedPerson[]): Promise<Plan> {
    const names = people.map(({ userName }) => loginName(userName));
    const taken = await this.store.organizationsOf(names.filter((name) => !name.includes('\0')));
    const groups = await this.groups.idsOf(
      organizationId,
      people.flatMap((person) => person.groups),
    );
    const seen = new Set<string>();
    const planned = people.map(({ userName, groups: wanted }, at): PlannedPerson => {
      const name = names[at]!;
      const refused = (fault: ImportFault) => ({ userName, state: 'refused', fault }) as const;
      if (!isUserName(userName)) return refused('invalid_name');
      if (seen.has(name)) return refused('duplicate');
      seen.add(name);
      if (taken.get(name) === organizationId) return { userName, state: 'exists' };
      if (wanted.some((group) => !groups.has(group))) return refused('unknown_group');
      return { userName, state: 'new' };
    });
    return { people: planned, groups, taken };
  }
}

const FAULTS: Readonly<Record<Exclude<ImportFault, 'name_taken'>, { field: string; message: string }>> = {
  invalid_name: { field: 'user_name', message: 'must be an e-mail address' },
  duplicate: { field: 'user_name', message: 'must not be in the list twice' },
  unknown_group: { field: 'groups', message: 'must be names of groups of the organization' },
};

function faultOf(person: PlannedPerson, at: number): FieldError[] {
  if (person.state !== 'refused' || person.fault === 'name_taken') return [];
  const { field, message } = FAULTS[person.fault];
  return [{ field: `users.${at}.${field}`, message }];
}

const wordsOf = (errors: readonly FieldError[]): string =>
  errors.map(({ field, message }) => `${field} ${message}`).join('; ');
