import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AuditTrail } from '@app/audit';
import type { RateLimitKind } from '@app/config';
import { FindOrganization } from '../organizations/find-organization';
import { OrganizationRow } from '../organizations/organization.entity';
import { limitChange, withLimit } from './change-limit';
import type { StoredLimits } from './stored-limits';

/** An organization and the limits of its own. */
export interface OrganizationLimits {
  id: string;
  name: string;
  rateLimits: StoredLimits;
}

/**
 * Gives an organization a limit, or takes it away: of each of its people, or for jobs of all of them together. It
 * holds from the next request on.
 */
@Injectable()
export class SetOrganizationLimit {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly find: FindOrganization,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * @param rate as settings write it, `300/1m`; not given: the organization's own limit is removed
   * @throws AppError `not_found`, or `bad_request` for what is no rate
   */
  async execute(
    idOrName: string,
    kind: RateLimitKind,
    rate: string | undefined,
  ): Promise<OrganizationLimits> {
    const { id, name } = await this.find.execute(idOrName);
    return this.db.transaction(async (tx) => {
      const row = await tx.findOneOrFail(OrganizationRow, {
        where: { id },
        lock: { mode: 'pessimistic_write' },
      });
      const rateLimits = withLimit(row.rateLimits, kind, rate);
      await tx.update(OrganizationRow, { id }, { rateLimits });
      const subject = { type: 'organization', id } as const;
      await this.trail.record(tx, { ...limitChange(kind, rate), subject, organizationId: id });
      return { id, name, rateLimits };
    });
  }
}
