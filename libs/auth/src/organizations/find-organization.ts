import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { AppError, isId } from '@app/common';
import { toOrganization, type Organization } from './organization';
import { OrganizationRow } from './organization.entity';

@Injectable()
export class FindOrganization {
  constructor(@InjectRepository(OrganizationRow) private readonly rows: Repository<OrganizationRow>) {}

  /**
   * @param idOrName an id, or a name as it was given when the organization was made
   * @throws AppError `not_found`
   */
  async execute(idOrName: string): Promise<Organization> {
    const row = await this.rows.findOneBy(isId(idOrName) ? { id: idOrName } : { name: idOrName });
    if (!row)
      throw new AppError('not_found', 'No organization has this id or exact name; org list shows all');
    return toOrganization(row);
  }
}
