import { Injectable } from '@nestjs/common';
import { decode } from 'jsonwebtoken';
import { AppError, type Role } from '@app/common';
import { CheckAccess, readClaims } from '../check-access';

/** The role of whoever an access token was just issued to: the console shows what belongs to it. */
@Injectable()
export class RoleOfLogin {
  constructor(private readonly access: CheckAccess) {}

  /**
   * @param jwtToken one of ours, fresh: its signature is not looked at
   * @throws AppError `unauthenticated` where the login ended meanwhile
   */
  async execute(jwtToken: string): Promise<Role> {
    const claims = readClaims(decode(jwtToken));
    const access = claims && (await this.access.execute(claims));
    if (!access) throw new AppError('unauthenticated', 'This login is over; log in again');
    return access.role;
  }
}
