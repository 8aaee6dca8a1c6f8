import { Injectable } from '@nestjs/common';
import { decodeJwt } from 'jose';
import { AppError, type Role } from '@app/common';
import { CheckAccess, readClaims } from '../check-access';

/** Returns the role of the user who has just received an access token, for the console. */
@Injectable()
export class RoleOfLogin {
  constructor(private readonly access: CheckAccess) {}

  /**
   * @param jwtToken a token that this service has just issued, so its signature is not verified
   * @throws AppError `unauthenticated` if the login has ended in the meantime
   */
  async execute(jwtToken: string): Promise<Role> {
    const claims = readClaims(decodeJwt(jwtToken));
    const access = claims && (await this.access.execute(claims));
    if (!access) throw new AppError('unauthenticated', 'This login has ended; log in again');
    return access.role;
  }
}
