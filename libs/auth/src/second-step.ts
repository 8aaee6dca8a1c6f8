import { Injectable } from '@nestjs/common';
import type { Account } from '@app/accounts';
import { AppError } from '@app/common';
import { SecondFactor } from '@app/second-factor';
import { FurtherStep } from './further-step';

/** What a right password is good for: a login, or nothing but setting up a second factor. */
export type PasswordIsGoodFor = 'login' | 'enrolment';

/** Asks for the second factor after a right password (contract: Second factor). */
@Injectable()
export class SecondStep {
  constructor(private readonly secondFactor: SecondFactor) {}

  /**
   * @param onWrong what is done before a wrong code is refused
   * @throws FurtherStep where a code is needed and none was given; AppError `unauthenticated` for a wrong one,
   * `too_many_requests`
   */
  async execute(
    { id, organization }: Pick<Account, 'id' | 'organization'>,
    otp: string | undefined,
    onWrong: () => Promise<void>,
  ): Promise<PasswordIsGoodFor> {
    if (!(await this.secondFactor.isActive(id))) return organization.secondFactorRequired ? 'enrolment' : 'login';
    if (otp === undefined) throw new FurtherStep('Second factor required');
    if (await this.secondFactor.verify(id, otp)) return 'login';
    await onWrong();
    throw new AppError('unauthenticated', 'The second factor is wrong, or was used before');
  }
}
