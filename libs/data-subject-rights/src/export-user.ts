import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { ExportFiles, type ExportedPerson } from './export-files';
import { zipFiles } from './zip-files';

/** A copy of all that the service keeps of a person, in the clear, as a zip archive. */
@Injectable()
export class ExportUser {
  constructor(
    private readonly files: ExportFiles,
    private readonly trail: AuditTrail,
  ) {}

  /** @returns the archive, made while it is read; it breaks off where something cannot be read */
  async execute(person: ExportedPerson): Promise<Readable> {
    const { userId, organizationId } = person;
    const subject = { type: 'user', id: userId } as const;
    await this.trail.recordAlone({ action: 'user.export', subject, organizationId });
    return zipFiles(this.files.execute(person));
  }
}
