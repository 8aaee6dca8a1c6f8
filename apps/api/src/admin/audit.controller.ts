import { Readable } from 'node:stream';
import { Controller, Get, Header, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ExportAuditEvents, ListAuditEvents, VerifyAuditTrail } from '@app/audit';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { ClientGone } from '../http/client-gone.decorator';
import { RateLimit } from '../http/rate-limit.guard';
import { sendStream } from '../http/send-stream';
import { ApiAnswer, ApiFailure } from '../openapi/api-answer.decorator';
import {
  AuditListDto,
  AuditQueryDto,
  ENTRY,
  ExportAuditQueryDto,
  readAuditCursor,
  REPORT,
  toEntryDto,
  toFilter,
  toReportDto,
  TrailReportAnswerDto,
  VerifyAuditQueryDto,
  writeAuditCursor,
} from './audit.dto';

const USUAL_PAGE = 50;
const TEXT = { schema: { type: 'string' } };

/** The organization's own audit trail. */
@ApiTags('administration')
@Access({ roles: ['auditor', 'admin'] })
@Controller('audit')
export class AdminAuditController {
  constructor(
    private readonly listEvents: ListAuditEvents,
    private readonly exportEvents: ExportAuditEvents,
    private readonly verifyTrail: VerifyAuditTrail,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'Who did what when in your organization, the newest first',
    description:
      'Ids and counts; no names, no addresses, nothing that anybody wrote. Calls of models are entries too.',
  })
  @ApiAnswer(AuditListDto, { success: true, message: 'Audit trail', data: [ENTRY], next_cursor: null })
  @ApiFailure(400, 'limit must be a whole number from 1 to 100', ['limit'])
  async list(@CurrentUser() { organizationId }: AuthUser, @Query() query: AuditQueryDto) {
    const { limit = USUAL_PAGE, cursor } = query;
    const { entries, next } = await this.listEvents.page({
      ...toFilter(query),
      organizationId,
      limit,
      ...(cursor !== undefined && { after: readAuditCursor(cursor) }),
    });
    const data = entries.map(toEntryDto);
    return { success: true, message: 'Audit trail', data, next_cursor: writeAuditCursor(next) };
  }

  @Get('export')
  @RateLimit('exports')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'The audit trail as a file, the oldest entry first',
    description:
      'With all that hashes are over: `hash` of a line is SHA-256 over the line without `hash` and `user_id`, as JSON ' +
      "with its keys in order and no blanks (RFC 8785; `jq -cS 'del(.hash, .user_id)'`); `prev` is the hash of the " +
      'line before in its `chain`. In a CSV nothing begins like a formula: what would, has an apostrophe before it.',
  })
  @ApiResponse({
    status: 200,
    description: 'A line for each entry',
    content: { 'application/x-ndjson': TEXT, 'text/csv': TEXT },
  })
  @ApiFailure(400, 'format must be one of ndjson, csv', ['format'])
  async export(
    @CurrentUser() { organizationId }: AuthUser,
    @Query() { format = 'ndjson', ...query }: ExportAuditQueryDto,
    @Res() response: Response,
  ): Promise<void> {
    const lines = Readable.from(this.exportEvents.execute({ ...toFilter(query), organizationId }, format));
    response.type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson');
    response.setHeader('Content-Disposition', `attachment; filename="audit.${format}"`);
    await sendStream(lines, response);
  }

  @Get('verify')
  @RateLimit('exports')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'Whether the audit trail is as it was written',
    description:
      'Walks through both chains and names the first entry at which one is broken, and what waits for its seal. A trail ' +
      'that was cut off at its end, or put back to an earlier state with the whole database, is intact and lacks hashes ' +
      'that were noted before: give one as `hash`.',
  })
  @ApiAnswer(TrailReportAnswerDto, { success: true, message: 'Audit trail verified', data: REPORT })
  @ApiFailure(400, 'hash must be 64 hexadecimal digits', ['hash'])
  async verify(
    @CurrentUser() { organizationId }: AuthUser,
    @Query() { hash }: VerifyAuditQueryDto,
    @ClientGone() signal: AbortSignal,
  ) {
    const report = await this.verifyTrail.execute(organizationId, hash?.toLowerCase(), signal);
    const message = report.intact ? 'Audit trail verified' : 'The audit trail is broken';
    return { success: true, message, data: toReportDto(report) };
  }
}
