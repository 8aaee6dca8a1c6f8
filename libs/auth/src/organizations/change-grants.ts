import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AuditTrail } from '@app/audit';
import { FindOrganization } from './find-organization';
import type { Grant } from './grant';
import { toOrganization, type Organization } from './organization';
import { OrganizationRow } from './organization.entity';

/** Opens or closes a job endpoint for an organization. Jobs that were accepted run on (contract: Jobs). */
@Injectable()
export class ChangeGrants {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly find: FindOrganization,
    private readonly trail: AuditTrail,
  ) {}

  async grant(idOrName: string, grant: Grant): Promise<Organization> {
    return this.change(idOrName, 'give', grant);
  }

  async revoke(idOrName: string, grant: Grant): Promise<Organization> {
    return this.change(idOrName, 'revoke', grant);
  }

  private async change(idOrName: string, verb: 'give' | 'revoke', grant: Grant): Promise<Organization> {
    const { id } = await this.find.execute(idOrName);
    return this.db.transaction(async (tx) => {
      const row = await tx.findOneOrFail(OrganizationRow, {
        where: { id },
        lock: { mode: 'pessimistic_write' },
      });
      const grants = new Set(row.grants);
      if (verb === 'give') grants.add(grant);
      else grants.delete(grant);
      const subject = { type: 'organization', id } as const;
      await this.trail.record(tx, { action: `grant.${verb}`, reason: grant, subject, organizationId: id });
      return toOrganization(await tx.save(OrganizationRow, { ...row, grants: [...grants] }));
    });
  }
}
