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
    const row = await this.logins
      .createQueryBuilder('login')
      .innerJoin('login.user', 'user')
      .innerJoin('user.organization', 'organization')
      .select('organization.grants', 'grants')
      .where('login.id = :sid AND login.userId = :sub', { sid, sub })
      .andWhere('login.endedAt IS NULL AND login.expiresAt > :now', { now: this.clock.now() })
      .andWhere('user.active AND organization.active AND organization.id = :organizationId', {
        organizationId,
      })
      .getRawOne<{ grants: Grant[] }>();
    return row?.grants;
  }
}
