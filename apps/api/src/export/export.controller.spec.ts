import { PassThrough, Readable } from 'node:stream';
import type { Response } from 'express';
import type { AuthUser } from '@app/auth';
import { AppError } from '@app/common';
import type { ExportUser } from '@app/data-subject-rights';
import { ExportController } from './export.controller';

const USER = { userId: 'u', organizationId: 'o', email: 'ada@example.com', sessionId: 's' } as AuthUser;

describe('an export', () => {
  const send = (archive: Readable): { response: PassThrough; sent: Promise<void> } => {
    const response = Object.assign(new PassThrough(), { type: () => undefined });
    const controller = new ExportController({ execute: async () => archive } as unknown as ExportUser);
    return { response, sent: controller.export(USER, response as unknown as Response) };
  };

  it('is not logged as a failure if its reader disconnects', async () => {
    const { response, sent } = send(new Readable({ read() {} }));
    setImmediate(() => response.destroy());
    await expect(sent).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('is a failure that breaks the connection if it cannot be read on', async () => {
    const archive = new Readable({ read() {} });
    const { response, sent } = send(archive);
    setImmediate(() => archive.destroy(new Error('a blob is gone')));
    await expect(sent).rejects.toThrow('a blob is gone');
    await expect(sent).rejects.not.toBeInstanceOf(AppError);
    expect(response.destroyed).toBe(true);
  });
});
