import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AuditTrail } from '@app/audit';
import { EndLogins } from '../tokens/end-logins';
import { FindOrganization } from './find-organization';
import type { Organization } from './organization';
import { OrganizationRow } from './organization.entity';

/** Lets an organization's users in, or keeps them out; keeping them out ends their logins for good. */
@Injectable()
export class SetOrganizationActive {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly find: FindOrganization,
    private readonly endLogins: EndLogins,
    private readonly trail: AuditTrail,
  ) {}

  /** @throws AppError `not_found` */
  async execute(idOrName: string, active: boolean): Promise<Organization> {
    const organization = await this.find.execute(idOrName);
    const { id } = organization;
    await this.db.transaction(async (tx) => {
      await tx.update(OrganizationRow, { id }, { active });
      if (!active) await this.endLogins.ofOrganization(tx, id);
      await this.trail.record(tx, {
        action: active ? 'organization.activate' : 'organization.deactivate',
        subject: { type: 'organization', id },
        organizationId: id,
      });
    });
    return { ...organization, active };
  }
}
