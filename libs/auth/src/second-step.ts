import { Injectable } from '@nestjs/common';
import { AppError } from '@app/common';
import { SecondFactor } from '@app/second-factor';
import { Credentials, type Verified } from './credentials';

/** What a correct password allows: a login, or only setting up a second factor. */
export type PasswordIsGoodFor = 'login' | 'enrolment';

/** Requires the second factor after a correct password (contract: Second factor). */
@Injectable()
export class SecondStep {
  constructor(
    private readonly secondFactor: SecondFactor,
    private readonly credentials: Credentials,
  ) {}

  /**
   * @throws AppError `second_factor_required` if `otp` is missing, `second_factor_invalid` if it is wrong,
   * `too_many_failures`
   */
  async execute({ user, addressHash }: Verified, otp: string | undefined): Promise<PasswordIsGoodFor> {
    if (!(await this.secondFactor.isActive(user.id)))
      return user.organization.secondFactorRequired ? 'enrolment' : 'login';
    if (otp === undefined) throw new AppError('second_factor_required', 'Second factor required');
    if (await this.secondFactor.verify(user.id, otp)) return 'login';
    await this.credentials.recordRefusal(addressHash, 'wrong_second_factor', user);
    throw new AppError('second_factor_invalid', 'The second factor is wrong, or was used before');
  }
}
