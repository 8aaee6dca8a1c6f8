import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Clock } from '@app/common';
import type { Grant } from '../organizations/grant';
import type { AccessClaims } from './access-claims';
import { LoginRow } from './login.entity';

/**
 * Whether the login of an access token still stands, and what its organization may do now. One look-up by key per
 * request, nothing kept: what ends a login or a grant takes effect in every process at once (contract 2).
 */
@Injectable()
export class CheckAccess {
  constructor(
    @InjectRepository(LoginRow) private readonly logins: Repository<LoginRow>,
    private readonly clock: Clock,
  ) {}

  /** @returns the organization's grants, or undefined where the login, the user or the organization is out */
  async execute({ sid, sub, organizationId }: AccessClaims): Promise<readonly Grant[] | undefined> {
    // Written out: this runs for every request, and building it takes longer than running it.
    const [row] = await this.logins.query<{ grants: Grant[] }[]>(
      `SELECT organizations.grants
       FROM logins
       JOIN users ON users.id = logins.user_id
       JOIN organizations ON organizations.id = users.organization_id
       WHERE logins.id = $1 AND logins.user_id = $2 AND organizations.id = $3
         AND logins.ended_at IS NULL AND logins.expires_at > $4 AND users.active AND organizations.active`,
      [sid, sub, organizationId, this.clock.now()],
    );
    return row?.grants;
  }
}
