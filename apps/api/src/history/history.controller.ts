import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type AuthUser } from '@app/auth';
import { ImageLinks } from '@app/images';
import { ListChats, ReadHistory } from '@app/sessions';
import { CHAT_ID, CHAT_NAME, HISTORY } from '../chat/chat.examples';
import { ApiAnswer, ApiFailure } from '../openapi/api-answer.decorator';
import { ChatListDto, HistoryDto } from './history-answers.dto';
import { historyData } from './history-body';
import { HistoryQueryDto } from './history.dto';

@ApiTags('history')
@Controller('history')
export class HistoryController {
  constructor(
    private readonly listChats: ListChats,
    private readonly readHistory: ReadHistory,
    private readonly imageLinks: ImageLinks,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Your chats, by id, the last used first' })
  @ApiAnswer(ChatListDto, { success: true, message: 'Chat list', data: { [CHAT_ID]: CHAT_NAME } })
  async list(@CurrentUser() user: AuthUser) {
    const { chats } = await this.listChats.execute(user);
    const data = Object.fromEntries(chats.map(({ id, name }) => [id, name]));
    return { success: true, message: 'Chat list', data };
  }

  @Get(':chat_id')
  @ApiOperation({
    summary: 'The turns of a chat, in order',
    description: 'With `limit`, pages from the newest turn backwards, in order within a page.',
  })
  @ApiAnswer(HistoryDto, HISTORY)
  @ApiFailure(400, 'limit must be a whole number from 1 to 200', ['limit'])
  @ApiFailure(404, 'You have no chat with this id')
  async read(
    @CurrentUser() user: AuthUser,
    @Param('chat_id') chatId: string,
    @Query() { include, ...page }: HistoryQueryDto,
  ) {
    const history = await this.readHistory.execute(user, chatId, page);
    return {
      success: true,
      message: 'Chat history',
      response_code: 200,
      data: historyData(history, include === 'restored', (id) => this.imageLinks.to(id)),
      ...(page.limit !== undefined && { next_cursor: history.nextCursor }),
    };
  }
}
