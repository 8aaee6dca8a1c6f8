import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { ROLES } from '@app/common';
import { OwnCorrections } from '@app/sessions';
import { ApiAnswer, ApiFailure, DoneDto } from '../openapi/api-answer.decorator';
import { CorrectionDto, CorrectionsDto } from './corrections.dto';

/** What a user kept or hid in a chat, and suggests to the admins. Keys cannot read or suggest it. */
@ApiTags('history')
@Access({ roles: ROLES })
@Controller()
export class CorrectionsController {
  constructor(private readonly corrections: OwnCorrections) {}

  @Get('sessions/:session_id/corrections')
  @ApiOperation({
    operationId: 'listCorrections',
    summary: 'The values that you kept or hid in one of your chats',
    description: 'Without values that were kept but not found, and those of kinds that are never kept.',
  })
  @ApiAnswer(CorrectionsDto, {
    success: true,
    message: 'Corrections',
    data: [{ action: 'keep', value: 'Example Ltd', suggested: false }],
  })
  @ApiFailure(404, 'You have no chat with this id')
  async list(@CurrentUser() user: AuthUser, @Param('session_id') sessionId: string): Promise<CorrectionsDto> {
    const data = await this.corrections.list(user, sessionId);
    return { success: true, message: 'Corrections', data };
  }

  @Post('sessions/:session_id/suggestions')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'suggestCorrection',
    summary: 'Suggests a value that you kept or hid to the admins of your organization',
    description:
      'The admins see the value until the chat is deleted or they decide, and not who suggested it. ' +
      'A value that they have decided about is not shown again.',
  })
  @ApiAnswer(DoneDto, { success: true, message: 'Value suggested' })
  @ApiFailure(400, 'action must be keep or hide', ['action'])
  @ApiFailure(404, 'You have no chat with this id, or you did not correct the value in it')
  async suggest(
    @CurrentUser() user: AuthUser,
    @Param('session_id') sessionId: string,
    @Body() { action, value }: CorrectionDto,
  ): Promise<DoneDto> {
    await this.corrections.suggest(user, sessionId, { action, value });
    return { success: true, message: 'Value suggested' };
  }
}
