import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { AppError, Clock, invalid, Transactions, type Role, type Transaction } from '@app/common';
import { AccountsStore, type UserChange } from '../accounts.store';
import { LoginsStore } from '../logins.store';
import { checkPassword, Passwords } from '../passwords';
import { checkUserName, loginName } from '../user-name';
import type { MemberRef } from '../user-ref';
import { Users, type User } from '../users';

const HOUR_MS = 60 * 60 * 1000;

/** The secrets with which a user sets a password: typed in at a login, or in the address of a page. */
export const SETUP_KINDS = ['one_time_password', 'invitation'] as const;
export type SetupKind = (typeof SETUP_KINDS)[number];

const VALID_MS: Readonly<Record<SetupKind, number>> = {
  one_time_password: 72 * HOUR_MS,
  invitation: 7 * 24 * HOUR_MS,
};

/** A secret that only sets a password, once. It is shown once and stored as a hash. */
export interface PasswordSetup {
  kind: SetupKind;
  secret: string;
  until: Date;
}

export interface NewPerson {
  userName: string;
  organizationId: string;
  role: Role;
}

/** A new secret, and the columns that store it in place of a password. */
export interface MadeSetup {
  setup: PasswordSetup;
  columns: UserChange;
}

/** Lets an admin give users access without knowing their final password. */
@Injectable()
export class PasswordSetups {
  constructor(
    private readonly store: AccountsStore,
    private readonly users: Users,
    private readonly logins: LoginsStore,
    private readonly passwords: Passwords,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a user with a secret for the first password.
   *
   * @throws AppError `bad_request` for an invalid name, or, without the reason, for a name that another organization
   * has; `conflict` for a name that this organization has
   */
  async create(person: NewPerson, kind: SetupKind): Promise<{ user: User; setup: PasswordSetup }> {
    checkUserName(person.userName);
    const made = await this.make(kind);
    try {
      const user = await this.transactions.run((tx) => this.add(tx, person, made));
      return { user, setup: made.setup };
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'conflict')) throw error;
      const taken = await this.store.user(loginName(person.userName));
      if (taken?.organizationId === person.organizationId) throw error;
      throw invalid('userName', 'cannot be used; choose another one');
    }
  }

  /** Adds a user with a secret. @throws AppError `conflict` if the name exists */
  async add(tx: Transaction, person: NewPerson, { setup, columns }: MadeSetup): Promise<User> {
    const user = await this.users.add(tx, { ...person, ...columns });
    if (setup.kind === 'invitation') await this.record(tx, user, setup.kind);
    return user;
  }

  /**
   * Replaces a user's password with a secret and ends all the user's logins.
   *
   * @throws AppError `not_found`; `conflict` if the user has no password
   */
  async reset(member: MemberRef, kind: SetupKind): Promise<PasswordSetup> {
    const { id, organizationId } = await this.users.find(member);
    const { setup, columns } = await this.make(kind);
    await this.transactions.run(async (tx) => {
      const { passwordHash, oneTimePasswordHash, invitationHash } = await this.store.lockedUser(tx, id);
      if ([passwordHash, oneTimePasswordHash, invitationHash].every((hash) => hash === null))
        throw new AppError(
          'conflict',
          'This user has no password: it is a service account or logs in by single sign-on',
        );
      await this.store.changeUser(tx, id, columns);
      await this.logins.endAllOfUser(tx, id);
      await this.record(tx, { id, organizationId }, kind);
    });
    return setup;
  }

  /**
   * Sets the password of an invited user, which uses the invitation up.
   *
   * @throws AppError `bad_request` for an invalid password; `invitation_invalid` if the token is wrong, expired or used,
   * or the user or the organization is inactive
   */
  async accept(token: string, password: string): Promise<User> {
    checkPassword(password);
    const hash = hashOf(token);
    if (!(await this.store.isInvited(hash, this.clock.now()))) throw notInvited();
    const passwordHash = await this.passwords.hash(password);
    return this.transactions.run(async (tx) => {
      const row = await this.store.lockedInvited(tx, hash, this.clock.now());
      if (!row) throw notInvited();
      return this.users.acceptInvitation(tx, row, passwordHash);
    });
  }

  async make(kind: SetupKind): Promise<MadeSetup> {
    const until = new Date(this.clock.now().getTime() + VALID_MS[kind]);
    const secret = kind === 'invitation' ? newToken() : newPassword();
    // Without the usual hash, so that versions without one-time passwords refuse the login.
    const none = {
      passwordHash: null,
      oneTimePasswordHash: null,
      oneTimePasswordUntil: null,
      invitationHash: null,
      invitationUntil: null,
    };
    const columns =
      kind === 'invitation'
        ? { ...none, invitationHash: hashOf(secret), invitationUntil: until }
        : { ...none, oneTimePasswordHash: await this.passwords.hash(secret), oneTimePasswordUntil: until };
    return { setup: { kind, secret, until }, columns };
  }

  private record(tx: Transaction, { id, organizationId }: MemberRef, kind: SetupKind): Promise<void> {
    const event =
      kind === 'invitation'
        ? ({ action: 'user.invite' } as const)
        : ({ action: 'user.password', reason: 'one_time' } as const);
    return this.trail.record(tx, { ...event, subject: { type: 'user', id }, organizationId });
  }
}

const notInvited = (): AppError =>
  new AppError(
    'invitation_invalid',
    'The invitation is not valid: it has expired, was used, or was replaced by a newer one',
  );

/** The prefix of every invitation, by which secret scanners find leaked ones. */
const PREFIX = 'pci_';

/** Returns a token of 256 random bits. */
const newToken = (): string => `${PREFIX}${randomBytes(32).toString('base64url')}`;

/** Hashes a token. SHA-256 is sufficient, because it has 256 random bits. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Excludes characters that look alike. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Returns a password of 100 random bits that can be read aloud: `k7wzq-...`. */
function newPassword(): string {
  const letters = [...randomBytes(20)].map((byte) => LETTERS[byte % LETTERS.length]!).join('');
  return letters.match(/.{5}/g)!.join('-');
}
