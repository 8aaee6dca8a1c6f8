import { pipeline } from 'node:stream/promises';
import { Controller, Get, Header, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentUser, type AuthUser } from '@app/auth';
import { AppError } from '@app/common';
import { ExportUser } from '@app/data-subject-rights';
import { RateLimit } from '../http/rate-limit.guard';
import { EXPORT_DESCRIPTION } from './export.examples';

@ApiTags('account')
@Controller('export')
export class ExportController {
  constructor(private readonly exportUser: ExportUser) {}

  @Get()
  @Header('Content-Disposition', 'attachment; filename="privacy-chat-export.zip"')
  @RateLimit('exports')
  @ApiOperation({
    summary: 'A copy of everything that the service keeps of you',
    description: EXPORT_DESCRIPTION,
  })
  @ApiResponse({
    status: 200,
    description: 'A zip archive',
    content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
  })
  async export(
    @CurrentUser() { userId, organizationId, email }: AuthUser,
    @Res() response: Response,
  ): Promise<void> {
    const archive = await this.exportUser.execute({ userId, organizationId, userName: email });
    response.type('application/zip');
    // What breaks off, breaks the connection: nobody takes half an archive for a whole one.
    await pipeline(archive, response).catch(refuseUnlessGone);
  }
}

/** Who goes away before the end is no failure of ours; whatever else breaks off is. */
function refuseUnlessGone(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  throw new AppError('bad_request', 'The client went away');
}
