import { Inject, Injectable } from '@nestjs/common';
import { PasswordSetups, type User } from '@app/accounts';
import { singleSignOnConfig, type SingleSignOnConfig } from '@app/config';
import { passwordLoginOff } from './credentials';

/** Lets an invited user set the first password. */
@Injectable()
export class AcceptInvitation {
  constructor(
    private readonly setups: PasswordSetups,
    @Inject(singleSignOnConfig.KEY)
    private readonly config: Pick<SingleSignOnConfig, 'passwordLogin'>,
  ) {}

  /**
   * @throws AppError `bad_request` for an invalid password; `invitation_invalid`; `password_login_off` if only single
   * sign-on is allowed
   */
  async execute(token: string, newPassword: string): Promise<User> {
    if (!this.config.passwordLogin) throw passwordLoginOff();
    return this.setups.accept(token, newPassword);
  }
}
