import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { toOrganization, type Organization } from './organization';
import { OrganizationRow } from './organization.entity';

/** All organizations, by name. */
@Injectable()
export class ListOrganizations {
  constructor(@InjectRepository(OrganizationRow) private readonly rows: Repository<OrganizationRow>) {}

  async execute(): Promise<Organization[]> {
    return (await this.rows.find({ order: { name: 'ASC' } })).map(toOrganization);
  }
}
