import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { ROLES } from '@app/common';
import { DeleteChats, ListChats, PinChat, RenameChat, SearchChats } from '@app/sessions';
import { CHAT_ID, CHAT_NAME } from '../chat/chat.dto';
import { ClientGone } from '../http/client-gone.decorator';
import { RateLimit } from '../http/rate-limit.guard';
import { FoundSessionsDto, PageDto, RenameSessionDto, SearchSessionsDto, SessionsDto } from './history.dto';
import { ApiAnswer, ApiFailure, DoneDto } from '../openapi/api-answer.decorator';

const USUAL_PAGE = 50;

@ApiTags('history')
@Access({ roles: ROLES, scope: 'chat' })
@Controller()
export class SessionsController {
  constructor(
    private readonly listChats: ListChats,
    private readonly renameChat: RenameChat,
    private readonly pinChat: PinChat,
    private readonly searchChats: SearchChats,
    private readonly deleteChats: DeleteChats,
  ) {}

  @Get('sessions')
  @ApiOperation({
    operationId: 'listSessions',
    summary: 'Your chats in pages: pinned ones first, then by last use',
  })
  @ApiAnswer(SessionsDto, {
    success: true,
    message: 'Sessions',
    data: [
      {
        id: CHAT_ID,
        name: CHAT_NAME,
        created_at: '2026-11-21T08:37:24.129Z',
        last_used_at: '2026-11-21T09:02:11.004Z',
        pinned: false,
        case_id: null,
      },
    ],
    next_cursor: null,
  })
  @ApiFailure(400, 'limit must be a whole number from 1 to 200', ['limit'])
  async list(@CurrentUser() user: AuthUser, @Query() { limit = USUAL_PAGE, cursor }: PageDto) {
    const { chats, nextCursor } = await this.listChats.page(user, {
      limit,
      ...(cursor !== undefined && { cursor }),
    });
    const data = chats.map(({ id, name, createdAt, lastUsedAt, pinned, caseId }) => ({
      id,
      name,
      created_at: createdAt.toISOString(),
      last_used_at: lastUsedAt.toISOString(),
      pinned,
      case_id: caseId,
    }));
    return { success: true, message: 'Sessions', data, next_cursor: nextCursor };
  }

  @Post('sessions/search')
  @HttpCode(200)
  @RateLimit('previews')
  @ApiOperation({
    operationId: 'searchSessions',
    summary: 'Searches the names and texts of your chats, last used first',
    description:
      'Texts are encrypted, and no index of their words is stored, so each request decrypts a limited part: at most ' +
      '2,000 turns and 8 MiB, until 20 chats are found. `next_cursor` continues. Other versions of a turn are not searched.',
  })
  @ApiAnswer(FoundSessionsDto, {
    success: true,
    message: 'Search',
    data: [
      {
        id: CHAT_ID,
        name: CHAT_NAME,
        last_used_at: '2026-11-21T09:02:11.004Z',
        case_id: null,
        turn: {
          created_at: '2026-11-21T08:37:24.129Z',
          excerpt: 'Write to Anna Schmidt, anna.schmidt@example.com, or call +49 30 23125 …',
        },
      },
    ],
    searched_until: '2026-11-21T09:02:11.004Z',
    next_cursor: null,
  })
  @ApiFailure(400, 'text must have 2 to 200 characters', ['text'])
  async search(
    @CurrentUser() user: AuthUser,
    @Body() { text, cursor }: SearchSessionsDto,
    @ClientGone() gone: AbortSignal,
  ) {
    const result = await this.searchChats.execute(user, { text, ...(cursor != null && { cursor }) }, gone);
    const data = result.found.map(({ id, name, lastUsedAt, caseId, turn }) => ({
      id,
      name,
      last_used_at: lastUsedAt.toISOString(),
      case_id: caseId,
      ...(turn && { turn: { created_at: turn.createdAt.toISOString(), excerpt: turn.excerpt } }),
    }));
    return {
      success: true,
      message: 'Search',
      data,
      searched_until: result.searchedUntil?.toISOString() ?? null,
      next_cursor: result.nextCursor,
    };
  }

  @Put('sessions/:session_id/pin')
  @ApiOperation({ operationId: 'pinSession', summary: 'Pins a chat to the top of the list of chats' })
  @ApiAnswer(DoneDto, { success: true, message: 'Session pinned' })
  @ApiFailure(404, 'You have no chat with this id')
  async pin(@CurrentUser() user: AuthUser, @Param('session_id') sessionId: string) {
    await this.pinChat.execute(user, sessionId, true);
    return { success: true, message: 'Session pinned' };
  }

  @Delete('sessions/:session_id/pin')
  @ApiOperation({ operationId: 'unpinSession', summary: 'Releases a chat that was pinned' })
  @ApiAnswer(DoneDto, { success: true, message: 'Session released' })
  @ApiFailure(404, 'You have no chat with this id')
  async unpin(@CurrentUser() user: AuthUser, @Param('session_id') sessionId: string) {
    await this.pinChat.execute(user, sessionId, false);
    return { success: true, message: 'Session released' };
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
