import { Injectable } from '@nestjs/common';
import { checkPassword, loginName, Users } from '@app/accounts';
import { AppError } from '@app/common';
import { Credentials, type GivenCredentials } from './credentials';
import { LoginThrottle } from './login-throttle';

export interface PasswordChange extends GivenCredentials {
  newPassword: string;
}

/** A person's own new password: by the old one, or by a one-time password of an admin. */
@Injectable()
export class ChangePassword {
  constructor(
    private readonly throttle: LoginThrottle,
    private readonly credentials: Credentials,
    private readonly users: Users,
  ) {}

  /**
   * Ends all logins of the person.
   *
   * @returns whether an admin had reset the password
   * @throws AppError `bad_request` for a new password that cannot be one; what a login throws
   */
  async execute({ userName, password, newPassword, address }: PasswordChange): Promise<boolean> {
    checkPassword(newPassword);
    if (newPassword === password)
      throw new AppError('bad_request', 'newPassword must not be the password that there is');
    return this.throttle.countFailures({ userName: loginName(userName), address }, async () => {
      const { user, isOneTime } = await this.credentials.verify({ userName, password, address });
      await this.users.replacePassword(user, newPassword);
      return isOneTime;
    });
  }
}
