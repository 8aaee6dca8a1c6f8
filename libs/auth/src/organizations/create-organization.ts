import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AuditTrail } from '@app/audit';
import { AppError, Clock, isId, newId } from '@app/common';
import { isUniqueViolation } from '../unique-violation';
import { toOrganization, type Organization } from './organization';
import { OrganizationRow } from './organization.entity';

const MAX_NAME_LENGTH = 200;

/** A new organization: active, with neither job endpoint granted. */
@Injectable()
export class CreateOrganization {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `bad_request` for a name that cannot be one, `conflict` for one that is taken */
  async execute(name: string): Promise<Organization> {
    const row = {
      id: newId(),
      name: checked(name),
      active: true,
      grants: [],
      rateLimits: {},
      createdAt: this.clock.now(),
    };
    try {
      await this.db.transaction(async (tx) => {
        await tx.insert(OrganizationRow, row);
        const subject = { type: 'organization', id: row.id } as const;
        await this.trail.record(tx, { action: 'organization.create', subject, organizationId: row.id });
      });
    } catch (error) {
      if (isUniqueViolation(error, 'organizations_name_unique'))
        throw new AppError('conflict', 'An organization of this name exists already; choose another name');
      throw error;
    }
    return toOrganization(row);
  }
}

/** A name that looked like an id could not be told from one, where either is accepted. */
function checked(name: string): string {
  const trimmed = name.trim();
  if (trimmed.length > 0 && trimmed.length <= MAX_NAME_LENGTH && !/\p{Cc}/u.test(trimmed) && !isId(trimmed))
    return trimmed;
  throw new AppError(
    'bad_request',
    `The name of an organization is 1 to ${MAX_NAME_LENGTH} characters without control characters, and no UUID`,
  );
}
