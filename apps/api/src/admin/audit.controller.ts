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

/** Reads, exports and verifies the audit trail of the caller's organization. */
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
    operationId: 'listAuditTrail',
    summary: 'Actions in your organization, newest first',
    description:
      'Entries contain ids and counts. They contain no names, addresses or texts of users. Calls of ' +
      'models are entries too.',
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
    operationId: 'exportAuditTrail',
    summary: 'The audit trail as a file, oldest entry first',
    description:
      'Contains everything that the hashes cover. The `hash` of a line is SHA-256 over the line ' +
      'without `hash` and `user_id`, as JSON with sorted keys and without white space (RFC 8785; `jq ' +
      "-cS 'del(.hash, .user_id)'`). `prev` is the hash of the line before it in its `chain`. In CSV, " +
      'a cell that a spreadsheet would read as a formula starts with an apostrophe.',
  })
  @ApiResponse({
    status: 200,
    description: 'One line per entry',
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
    operationId: 'verifyAuditTrail',
    summary: 'Verifies that the audit trail was not changed',
    description:
      'Checks both chains and returns the first broken entry and the number of entries that are not ' +
      'sealed yet. If the end of a trail was cut off, or the whole database was restored to an earlier ' +
      'state, the chains are intact but lack hashes that were recorded before. Pass such a hash as ' +
      '`hash` to detect this.',
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
