import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AuditTrail } from '@app/audit';
import { ExportFiles } from './export-files';
import type { ExportedPerson } from './exported-person';
import { zipFiles } from './zip-files';

/** A copy of all that the service keeps of a person, in the clear, as a zip archive. */
@Injectable()
export class ExportUser {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly files: ExportFiles,
    private readonly trail: AuditTrail,
  ) {}

  /** @returns the archive, made while it is read; it breaks off where something cannot be read */
  async execute(person: ExportedPerson): Promise<Readable> {
    const { userId, organizationId } = person;
    const subject = { type: 'user', id: userId } as const;
    await this.trail.record(this.db.manager, { action: 'user.export', subject, organizationId });
    return zipFiles(this.files.execute(person));
  }
}
