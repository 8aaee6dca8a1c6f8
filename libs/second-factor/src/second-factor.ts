import { Injectable } from '@nestjs/common';
import { AccountsStore } from '@app/accounts';
import { AuditTrail, type AuditAction } from '@app/audit';
import { AppError, Clock, invalid, Transactions, type Owner, type Transaction } from '@app/common';
import { OtpAttempts } from './otp-attempts';
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-codes';
import { SecondFactorsStore, type StoredFactor } from './second-factors.store';
import { keyUri, makeSecret, stepOf } from './totp';

/** The state of a user's second factor: none, pending until its first code, or active. */
export interface SecondFactorState {
  state: 'none' | 'pending' | 'active';
  /** The number of unused recovery codes. */
  recoveryCodes: number;
}

/** The data for an authenticator app, shown once. */
export interface Enrolment {
  /** In base32, for manual input. */
  secret: string;
  /** `otpauth://totp/...`, for a QR code. */
  uri: string;
}

/** Manages codes of an authenticator app in addition to a password (contract: Second factor). */
@Injectable()
export class SecondFactor {
  constructor(
    private readonly store: SecondFactorsStore,
    private readonly accounts: AccountsStore,
    private readonly attempts: OtpAttempts,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async state(userId: string): Promise<SecondFactorState> {
    const factor = await this.store.find(userId);
    if (!factor) return { state: 'none', recoveryCodes: 0 };
    return { state: factor.confirmedAt ? 'active' : 'pending', recoveryCodes: factor.recoveryCodes };
  }

  /**
   * Creates a new secret. It becomes active when {@link confirm} receives a code of it; an unconfirmed one is replaced.
   *
   * @throws AppError `conflict` if one is already active, or the user has no password
   */
  async enrol({ userId, userName }: { userId: string; userName: string }): Promise<Enrolment> {
    const secret = makeSecret();
    await this.transactions.run(async (tx) => {
      // Locks the user, which serializes concurrent enrolments.
      const hasPassword = await this.accounts.lockedHasPassword(tx, userId);
      if (await this.store.isActive(tx, userId)) throw alreadyActive();
      if (!hasPassword)
        throw new AppError(
          'conflict',
          'You log in without a password; set up a second factor at your provider',
        );
      await this.store.add(tx, userId, secret);
    });
    return { secret, uri: keyUri(secret, userName) };
  }

  /**
   * Activates the pending second factor.
   *
   * @returns the recovery codes, which are stored as hashes
   * @throws AppError `bad_request` for a wrong code, `conflict` if none is pending, `too_many_failures`
   */
  async confirm(owner: Owner, otp: string): Promise<string[]> {
    const factor = await this.store.find(owner.userId);
    if (factor?.confirmedAt) throw alreadyActive();
    if (!factor)
      throw new AppError('conflict', 'No second factor is being set up; create a new secret first');
    const codes = makeRecoveryCodes();
    const isRight = await this.attempts.count(owner.userId, () =>
      this.transactions.run(async (tx) => {
        if (!(await this.useTotp(tx, factor, otp))) return false;
        await this.store.confirm(tx, factor.id, this.clock.now(), codes.map(hashOf));
        await this.record(tx, 'second_factor.enable', owner);
        return true;
      }),
    );
    if (!isRight) throw wrongCode();
    return codes;
  }

  /** @throws AppError `bad_request` for a wrong code, `conflict` if none is active, `too_many_failures` */
  async disable(owner: Owner, otp: string): Promise<void> {
    const factor = await this.store.find(owner.userId);
    if (!factor?.confirmedAt) throw new AppError('conflict', 'No second factor is set up');
    const isRight = await this.attempts.count(owner.userId, () =>
      this.transactions.run(async (tx) => {
        if (!(await this.use(tx, factor, otp))) return false;
        await this.store.remove(tx, owner.userId);
        await this.record(tx, 'second_factor.disable', owner);
        return true;
      }),
    );
    if (!isRight) throw wrongCode();
  }

  /** Returns whether every login of this user requires a code. */
  async isActive(userId: string): Promise<boolean> {
    return (await this.store.find(userId))?.confirmedAt != null;
  }

  /** Returns those of the users who have an active second factor. */
  activeAmong(userIds: readonly string[]): Promise<Set<string>> {
    return this.transactions.run((tx) => this.store.activeAmong(tx, userIds));
  }

  /**
   * Verifies a code of the app or a recovery code. Each is accepted once.
   *
   * @throws AppError `too_many_failures`
   */
  async verify(userId: string, otp: string): Promise<boolean> {
    const factor = await this.store.find(userId);
    if (!factor?.confirmedAt) return false;
    return this.attempts.count(userId, () => this.transactions.run((tx) => this.use(tx, factor, otp)));
  }

  /**
   * Removes the second factor in the caller's transaction.
   *
   * @returns whether there was one
   */
  remove(tx: Transaction, userId: string): Promise<boolean> {
    return this.store.remove(tx, userId);
  }

  private async use(tx: Transaction, factor: StoredFactor, otp: string): Promise<boolean> {
    if (await this.useTotp(tx, factor, otp)) return true;
    const hash = hashRecoveryCode(otp);
    return hash !== undefined && this.store.useRecoveryCode(tx, factor.id, hash);
  }

  private async useTotp(tx: Transaction, { id, secret }: StoredFactor, otp: string): Promise<boolean> {
    const step = stepOf(otp.replaceAll(/\s/g, ''), secret, this.clock.now());
    return step !== undefined && this.store.useStep(tx, id, step);
  }

  private record(tx: Transaction, action: AuditAction, { userId, organizationId }: Owner): Promise<void> {
    return this.trail.record(tx, { action, organizationId, subject: { type: 'user', id: userId } });
  }
}

const hashOf = (code: string): string => hashRecoveryCode(code)!;

const wrongCode = (): AppError => invalid('otp', 'is wrong or was used before');

const alreadyActive = (): AppError =>
  new AppError('conflict', 'A second factor is already set up; disable it before you set up another');
