import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { ROLES } from '@app/common';
import { DeleteChats, ListChats, RenameChat } from '@app/sessions';
import { CHAT_ID, CHAT_NAME } from '../chat/chat.dto';
import { PageDto, RenameSessionDto, SessionsDto } from './history.dto';
import { ApiAnswer, ApiFailure, DoneDto } from '../openapi/api-answer.decorator';

const USUAL_PAGE = 50;

@ApiTags('history')
@Access({ roles: ROLES, scope: 'chat' })
@Controller()
export class SessionsController {
  constructor(
    private readonly listChats: ListChats,
    private readonly renameChat: RenameChat,
    private readonly deleteChats: DeleteChats,
  ) {}

  @Get('sessions')
  @ApiOperation({ operationId: 'listSessions', summary: 'Your chats in pages, last used first' })
  @ApiAnswer(SessionsDto, {
    success: true,
    message: 'Sessions',
    data: [
      {
        id: CHAT_ID,
        name: CHAT_NAME,
        created_at: '2026-11-21T08:37:24.129Z',
        last_used_at: '2026-11-21T09:02:11.004Z',
        case_id: null,
      },
    ],
    next_cursor: null,
  })
  @ApiFailure(400, 'limit must be a whole number from 1 to 200', ['limit'])
  async list(@CurrentUser() user: AuthUser, @Query() { limit = USUAL_PAGE, cursor }: PageDto) {
    const { chats, nextCursor } = await this.listChats.execute(user, {
      limit,
      ...(cursor !== undefined && { cursor }),
    });
    const data = chats.map(({ id, name, createdAt, lastUsedAt, caseId }) => ({
      id,
      name,
      created_at: createdAt.toISOString(),
      last_used_at: lastUsedAt.toISOString(),
      case_id: caseId,
    }));
    return { success: true, message: 'Sessions', data, next_cursor: nextCursor };
  }

  @Post('rename-session')
  @HttpCode(200)
  @ApiOperation({ operationId: 'renameSession', summary: 'Renames a chat' })
  @ApiAnswer(DoneDto, { success: true, message: 'Session renamed' })
  @ApiFailure(400, 'session_id must be the id of one of your chats', ['session_id'])
  async rename(@CurrentUser() user: AuthUser, @Body() { session_id, new_name }: RenameSessionDto) {
    await this.renameChat.execute(user, session_id, new_name);
    return { success: true, message: 'Session renamed' };
  }

  @Delete('delete-session/:session_id')
  @ApiOperation({ operationId: 'deleteSession', summary: 'Deletes a chat and all its data permanently' })
  @ApiAnswer(DoneDto, { success: true, message: 'Session deleted' })
  @ApiFailure(400, 'session_id must be the id of one of your chats', ['session_id'])
  async delete(@CurrentUser() user: AuthUser, @Param('session_id') sessionId: string) {
    await this.deleteChats.one(user, sessionId);
    return { success: true, message: 'Session deleted' };
  }
}
