import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  HttpCode,
  Param,
  Post,
  Put,
  Query,
  Res,
} from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { AppError } from '@app/common';
import {
  DeleteEvaluations,
  ManageEvaluations,
  MeasureEvaluation,
  writeReport,
  type Evaluation,
} from '@app/evaluation';
import { ClientGone } from '../http/client-gone.decorator';
import { JsonBody, OptionalBody } from '../http/json-body.interceptor';
import { RateLimit } from '../http/rate-limit.guard';
import { ApiAnswer, ApiFailure, DoneDto } from '../openapi/api-answer.decorator';
import {
  AddedTextsDto,
  EVALUATION,
  EvaluationAnswerDto,
  EvaluationListDto,
  EvaluationTextAnswerDto,
  MARKED_TEXT,
  MarkedTextDto,
  MEASUREMENT,
  MeasurementAnswerDto,
  MeasureDto,
  NewEvaluationDto,
  NewTextsDto,
  ReportQueryDto,
  SUMMARY,
  TextListDto,
  toEvaluationDto,
  toMeasurementDto,
  toSummaryDto,
  toTextDto,
} from './evaluations.dto';
import { pageAnswer, PageQueryDto, pageRequest } from './page.dto';

const NO_EVALUATION = 'You have no such evaluation, or it has expired';
const NO_TEXT = 'The evaluation has no such text';
const LIMIT = 'limit must be a whole number from 1 to 100';

/** Texts of an admin, which show what a policy hides in them (contract: Evaluations). */
@ApiTags('administration')
@Access({ roles: ['admin'] })
@Controller('evaluations')
export class AdminEvaluationsController {
  constructor(
    private readonly evaluations: ManageEvaluations,
    private readonly measureEvaluation: MeasureEvaluation,
    private readonly deleteEvaluations: DeleteEvaluations,
  ) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({
    operationId: 'createEvaluation',
    summary: 'Creates an evaluation, for texts of your own that show what a policy hides',
    description: 'Only you see it. It is deleted with its texts at `expires_at`.',
  })
  @ApiAnswer(EvaluationAnswerDto, { success: true, message: 'Evaluation created', data: EVALUATION })
  @ApiFailure(400, 'name must have 1 to 100 characters', ['name'])
  @ApiFailure(409, 'You may have 50 evaluations; delete another one')
  async create(
    @CurrentUser() user: AuthUser,
    @Body() { name }: NewEvaluationDto,
  ): Promise<EvaluationAnswerDto> {
    const made = await this.evaluations.create(user, name.trim());
    return { success: true, message: 'Evaluation created', data: this.shown(made) };
  }

  @Get()
  @ApiOperation({ operationId: 'listEvaluations', summary: 'Your evaluations, newest first' })
  @ApiAnswer(EvaluationListDto, {
    success: true,
    message: 'Evaluations',
    data: [EVALUATION],
    next_cursor: null,
  })
  @ApiFailure(400, LIMIT, ['limit'])
  async list(@CurrentUser() user: AuthUser, @Query() query: PageQueryDto) {
    const page = await this.evaluations.list(user, pageRequest(query));
    return pageAnswer('Evaluations', page, this.shown);
  }

  @Get(':evaluation_id')
  @ApiOperation({ operationId: 'getEvaluation', summary: 'One of your evaluations' })
  @ApiAnswer(EvaluationAnswerDto, { success: true, message: 'Evaluation', data: EVALUATION })
  @ApiFailure(404, NO_EVALUATION)
  async get(@CurrentUser() user: AuthUser, @Param('evaluation_id') id: string): Promise<EvaluationAnswerDto> {
    const found = await this.evaluations.find(user, id);
    return { success: true, message: 'Evaluation', data: this.shown(found) };
  }

  @Delete(':evaluation_id')
  @ApiOperation({ operationId: 'deleteEvaluation', summary: 'Deletes an evaluation with its texts' })
  @ApiAnswer(DoneDto, { success: true, message: 'Evaluation deleted' })
  @ApiFailure(404, NO_EVALUATION)
  async remove(@CurrentUser() user: AuthUser, @Param('evaluation_id') id: string): Promise<DoneDto> {
    await this.evaluations.delete(user, id);
    return { success: true, message: 'Evaluation deleted' };
  }

  @Post(':evaluation_id/texts')
  @HttpCode(200)
  @RateLimit('previews')
  @ApiOperation({
    operationId: 'addEvaluationTexts',
    summary: 'Adds texts, and marks the values that detection suggests in them',
    description:
      'Detection searches for all kinds and the terms of the policy. Modes and exceptions of the policy do not count. ' +
      'All texts are added, or none. An evaluation has at most 1,000 texts with 1,000,000 characters together.',
  })
  @ApiAnswer(AddedTextsDto, { success: true, message: 'Texts added', data: [SUMMARY] })
  @ApiFailure(400, 'texts must be a list of 1 to 100 texts', ['texts'])
  @ApiFailure(404, NO_EVALUATION)
  @ApiFailure(409, 'An evaluation has at most 1000 texts with 1000000 characters together')
  async addTexts(
    @CurrentUser() user: AuthUser,
    @Param('evaluation_id') id: string,
    @Body() { texts }: NewTextsDto,
    @ClientGone() gone: AbortSignal,
  ): Promise<AddedTextsDto> {
    const given = texts.map(({ text, lang }) => ({ text, ...(lang && { lang }) }));
    const data = (await this.evaluations.addTexts(user, id, given, gone)).map(toSummaryDto);
    return { success: true, message: 'Texts added', data };
  }

  @Get(':evaluation_id/texts')
  @ApiOperation({
    operationId: 'listEvaluationTexts',
    summary: 'The texts of an evaluation without their content, in the order in which they were added',
  })
  @ApiAnswer(TextListDto, { success: true, message: 'Texts', data: [SUMMARY], next_cursor: null })
  @ApiFailure(400, LIMIT, ['limit'])
  @ApiFailure(404, NO_EVALUATION)
  async texts(
    @CurrentUser() user: AuthUser,
    @Param('evaluation_id') id: string,
    @Query() query: PageQueryDto,
  ) {
    return pageAnswer('Texts', await this.evaluations.texts(user, id, pageRequest(query)), toSummaryDto);
  }

  @Get(':evaluation_id/texts/:text_id')
  @ApiOperation({ operationId: 'getEvaluationText', summary: 'A text with its marked values' })
  @ApiAnswer(EvaluationTextAnswerDto, { success: true, message: 'Text', data: MARKED_TEXT })
  @ApiFailure(404, NO_TEXT)
  async text(
    @CurrentUser() user: AuthUser,
    @Param('evaluation_id') id: string,
    @Param('text_id') textId: string,
  ): Promise<EvaluationTextAnswerDto> {
    const data = toTextDto(await this.evaluations.text(user, id, textId));
    return { success: true, message: 'Text', data };
  }

  @Put(':evaluation_id/texts/:text_id')
  @ApiOperation({
    operationId: 'markEvaluationText',
    summary: 'Replaces the marked values of a text, and its state',
  })
  @ApiAnswer(EvaluationTextAnswerDto, { success: true, message: 'Text marked', data: MARKED_TEXT })
  @ApiFailure(400, 'spans.0 must end after its start, and within the text', ['spans.0'])
  @ApiFailure(404, NO_TEXT)
  @ApiFailure(409, 'Another version of this text was saved; read it again')
  async mark(
    @CurrentUser() user: AuthUser,
    @Param('evaluation_id') id: string,
    @Param('text_id') textId: string,
    @Body() { spans: values, state, version }: MarkedTextDto,
  ): Promise<EvaluationTextAnswerDto> {
    const change = { textId, version, changed: { values, state } };
    const data = toTextDto(await this.evaluations.change(user, id, change));
    return { success: true, message: 'Text marked', data };
  }

  @Delete(':evaluation_id/texts/:text_id')
  @ApiOperation({ operationId: 'deleteEvaluationText', summary: 'Deletes a text of an evaluation' })
  @ApiAnswer(DoneDto, { success: true, message: 'Text deleted' })
  @ApiFailure(404, NO_TEXT)
  async removeText(
    @CurrentUser() user: AuthUser,
    @Param('evaluation_id') id: string,
    @Param('text_id') textId: string,
  ): Promise<DoneDto> {
    await this.evaluations.deleteText(user, id, textId);
    return { success: true, message: 'Text deleted' };
  }

  @Post(':evaluation_id/measure')
  @HttpCode(200)
  @RateLimit('previews')
  @JsonBody('policy')
  @OptionalBody()
  @ApiOperation({
    operationId: 'measureEvaluation',
    summary: 'Measures what the policy in force, and a draft, hide in the texts that are done',
    description:
      'It measures requests for All and no particular model, and replaces the last measurement. Each user has one ' +
      'measurement at a time: a newer one ends the running one (409). It ends after 5 minutes (503).',
  })
  @ApiBody({ type: MeasureDto })
  @ApiAnswer(MeasurementAnswerDto, { success: true, message: 'Measured', data: MEASUREMENT })
  @ApiFailure(400, 'terms[3].phrase must be 1 to 200 characters', ['terms[3].phrase'])
  @ApiFailure(404, NO_EVALUATION)
  @ApiFailure(409, 'No text is done; mark the values of one first')
  async measure(
    @CurrentUser() user: AuthUser,
    @Param('evaluation_id') id: string,
    @Body() { policy }: MeasureDto,
    @ClientGone() gone: AbortSignal,
  ): Promise<MeasurementAnswerDto> {
    const measurement = await this.measureEvaluation.execute(user, id, policy ?? undefined, gone);
    return { success: true, message: 'Measured', data: toMeasurementDto(measurement) };
  }

  @Get(':evaluation_id/report')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'getEvaluationReport',
    summary: 'The last measurement as a report in Markdown',
    description: 'It has kinds, counts and intervals, and neither texts nor values.',
  })
  @ApiResponse({
    status: 200,
    description: 'The report',
    content: { 'text/markdown': { schema: { type: 'string' } } },
  })
  @ApiFailure(400, 'lang must be one of de, en', ['lang'])
  @ApiFailure(404, NO_EVALUATION)
  @ApiFailure(409, 'The evaluation was not measured yet')
  async report(
    @CurrentUser() user: AuthUser,
    @Param('evaluation_id') id: string,
    @Query() { lang = 'en' }: ReportQueryDto,
    @Res() response: Response,
  ): Promise<void> {
    const { measurement } = await this.evaluations.find(user, id);
    if (!measurement) throw new AppError('conflict', 'The evaluation was not measured yet');
    response.setHeader('Content-Disposition', 'attachment; filename="report.md"');
    response.type('text/markdown; charset=utf-8').send(writeReport(measurement, lang));
  }

  private readonly shown = (evaluation: Evaluation) =>
    toEvaluationDto(evaluation, this.deleteEvaluations.expiryOf(evaluation.createdAt));
}
