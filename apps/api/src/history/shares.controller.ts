import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Users } from '@app/accounts';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { ROLES } from '@app/common';
import { ImageLinks } from '@app/images';
import { ReadSharedChat, ShareChat } from '@app/sessions';
import { HISTORY } from '../chat/chat.dto';
import { OptionalBody } from '../http/json-body.interceptor';
import { ApiAnswer, ApiFailure, DoneDto } from '../openapi/api-answer.decorator';
import { PageDto } from './history.dto';
import {
  SHARE,
  ShareAnswerDto,
  SharedChatAnswerDto,
  ShareSessionDto,
  toSharedChat,
  toShareDto,
} from './shares.dto';

const NO_SHARE = 'You have no such chat, or it is not shared';
const USUAL_PAGE = 50;
const [SHOWN] = HISTORY.data.prompts as [(typeof HISTORY.data.prompts)[number]];

/** The link by which users of the organization read a chat. Keys cannot share or read. */
@ApiTags('history')
@Access({ roles: ROLES })
@Controller()
export class SharesController {
  constructor(
    private readonly shareChat: ShareChat,
    private readonly readSharedChat: ReadSharedChat,
    private readonly users: Users,
    private readonly imageLinks: ImageLinks,
  ) {}

  @Post('sessions/:session_id/share')
  @HttpCode(200)
  @OptionalBody()
  @ApiOperation({
    operationId: 'shareSession',
    summary: 'Shares the turns of a chat with the users of your organization who have the link',
    description: 'Later turns are not shared. An earlier link to the chat ends.',
  })
  @ApiAnswer(ShareAnswerDto, { success: true, message: 'Session shared', data: SHARE })
  @ApiFailure(400, 'expires_at must be in the future, at most 30 days from now', ['expires_at'])
  @ApiFailure(403, 'The policy of your organization does not allow users to share original values')
  @ApiFailure(404, 'You have no chat with this id')
  async share(
    @CurrentUser() user: AuthUser,
    @Param('session_id') sessionId: string,
    @Body() { originals, expires_at: expiresAt }: ShareSessionDto,
  ): Promise<ShareAnswerDto> {
    const made = await this.shareChat.execute(user, sessionId, {
      ...(originals != null && { originals }),
      ...(expiresAt != null && { expiresAt: new Date(expiresAt) }),
    });
    return { success: true, message: 'Session shared', data: toShareDto(made) };
  }

  @Get('sessions/:session_id/share')
  @ApiOperation({ operationId: 'getSessionShare', summary: 'The link to one of your chats' })
  @ApiAnswer(ShareAnswerDto, { success: true, message: 'Share', data: SHARE })
  @ApiFailure(404, NO_SHARE)
  async find(@CurrentUser() user: AuthUser, @Param('session_id') sessionId: string): Promise<ShareAnswerDto> {
    const found = await this.shareChat.find(user, sessionId);
    return { success: true, message: 'Share', data: toShareDto(found) };
  }

  @Delete('sessions/:session_id/share')
  @ApiOperation({ operationId: 'endSessionShare', summary: 'Ends the link to one of your chats' })
  @ApiAnswer(DoneDto, { success: true, message: 'Session no longer shared' })
  @ApiFailure(404, NO_SHARE)
  async end(@CurrentUser() user: AuthUser, @Param('session_id') sessionId: string): Promise<DoneDto> {
    await this.shareChat.end(user, sessionId);
    return { success: true, message: 'Session no longer shared' };
  }

  @Get('shares/:share_id')
  @ApiOperation({
    operationId: 'getSharedChat',
    summary: 'The turns of a chat that a user of your organization shared, in order',
    description:
      'Only while the link is valid. Each first page that another user reads is in the audit trail.',
  })
  @ApiAnswer(SharedChatAnswerDto, {
    success: true,
    message: 'Shared chat',
    chat: {
      name: SHOWN.anonymizedPrompt,
      shared_by: 'anna.schmidt@company.example',
      originals: false,
      created_at: '2026-11-21T09:10:00.000Z',
      expires_at: '2026-12-21T09:10:00.000Z',
    },
    data: [
      {
        response_type: 'text',
        model: 'demo-echo',
        created_at: '2026-11-21T08:37:24.129Z',
        prompt: SHOWN.anonymizedPrompt,
        response: SHOWN.response,
        replacements: [
          { start: 9, end: 17, kind: 'Names' },
          { start: 19, end: 28, kind: 'Emails' },
          { start: 38, end: 47, kind: 'Phone' },
        ],
      },
    ],
    next_cursor: null,
  })
  @ApiFailure(400, 'limit must be a whole number from 1 to 200', ['limit'])
  @ApiFailure(404, 'There is no such shared chat in your organization, or it is no longer shared')
  async read(
    @CurrentUser() reader: AuthUser,
    @Param('share_id') shareId: string,
    @Query() { limit = USUAL_PAGE, cursor }: PageDto,
  ): Promise<SharedChatAnswerDto> {
    const page = { limit, ...(cursor !== undefined && { cursor }) };
    const chat = await this.readSharedChat.execute(reader, shareId, page);
    const { organizationId } = reader;
    const { userName } = await this.users.find({ id: chat.ownerId, organizationId });
    const shown = toSharedChat(chat, userName, (id) => this.imageLinks.to(id));
    return { success: true, message: 'Shared chat', ...shown };
  }
}
