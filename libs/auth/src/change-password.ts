import { Injectable } from '@nestjs/common';
import { checkPassword, loginName, Users } from '@app/accounts';
import { AppError } from '@app/common';
import { Credentials, type GivenCredentials } from './credentials';
import { LoginThrottle } from './login-throttle';
import { SecondStep } from './second-step';

export interface PasswordChange extends GivenCredentials {
  newPassword: string;
  /** A code of the second factor or a recovery code, if a second factor is set up. */
  otp?: string | undefined;
}

/** Changes a user's own password, given the current one or an admin's one-time password. */
@Injectable()
export class ChangePassword {
  constructor(
    private readonly throttle: LoginThrottle,
    private readonly credentials: Credentials,
    private readonly secondStep: SecondStep,
    private readonly users: Users,
  ) {}

  /**
   * Ends all logins of the user.
   *
   * @returns whether an admin had reset the password
   * @throws AppError `bad_request` for an invalid new password; errors of a login
   */
  async execute({ userName, password, newPassword, otp, address }: PasswordChange): Promise<boolean> {
    checkPassword(newPassword);
    if (newPassword === password)
      throw new AppError('bad_request', 'newPassword must differ from the current password');
    return this.throttle.countFailures({ userName: loginName(userName), address }, async () => {
      const verified = await this.credentials.verify({ userName, password, address });
      await this.secondStep.execute(verified, otp);
      const { user, isOneTime } = verified;
      await this.users.replacePassword(user, newPassword);
      return isOneTime;
    });
  }
}
