import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { Batch, Clock } from '@app/common';
import { runPrepared, statement } from '@app/database';
import type { CallerLimits, StoredLimits } from '../limits/stored-limits';
import type { Grant } from '../organizations/grant';
import type { AccessClaims } from './access-claims';

/** What a caller may do. */
export interface Access {
  grants: readonly Grant[];
  limits: CallerLimits;
}

interface AccessRow {
  /** Of the identity among those asked for, from 1. */
  place: number;
  grants: Grant[];
  own: StoredLimits;
  shared: StoredLimits;
}

type Identity = Pick<AccessClaims, 'sid' | 'sub' | 'organizationId'>;

/**
 * Whether the login of an access token still stands, and what it may do now, how often. One look-up by key for
 * the requests that arrive together, nothing kept: what ends a login or a grant, or changes a limit, takes effect in every process at once (contract: Login and tokens).
 */
@Injectable()
export class CheckAccess {
  private readonly batch = new Batch<Identity, Access | undefined>({
    work: (identities) => this.read(identities),
    room: 100,
  });

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  /** @returns undefined where the login, the user or the organization is out */
  execute({ sid, sub, organizationId }: AccessClaims): Promise<Access | undefined> {
    return this.batch.add({ sid, sub, organizationId });
  }

  /** Written out: this runs for every request, and building it takes longer than running it. */
  private async read(identities: readonly Identity[]): Promise<(Access | undefined)[]> {
    const rows = await runPrepared<AccessRow>(
      this.db,
      statement(
        `SELECT asked.place::int, organizations.grants, users.rate_limits AS own,
           organizations.rate_limits AS shared
         FROM unnest($1::uuid[], $2::uuid[], $3::uuid[])
           WITH ORDINALITY AS asked (login_id, user_id, organization_id, place)
         JOIN logins ON logins.id = asked.login_id AND logins.user_id = asked.user_id
         JOIN users ON users.id = logins.user_id
         JOIN organizations ON organizations.id = users.organization_id
           AND organizations.id = asked.organization_id
         WHERE logins.ended_at IS NULL AND logins.expires_at > $4 AND users.active AND organizations.active`,
        [
          identities.map(({ sid }) => sid),
          identities.map(({ sub }) => sub),
          identities.map(({ organizationId }) => organizationId),
          this.clock.now(),
        ],
      ),
    );
    const found = new Map(
      rows.map(({ place, grants, own, shared }) => [
        place,
        { grants, limits: { user: own, organization: shared } },
      ]),
    );
    return identities.map((_, i) => found.get(i + 1));
  }
}
