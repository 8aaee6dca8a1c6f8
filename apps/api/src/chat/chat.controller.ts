import { Body, Controller, Headers, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiHeader, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { ROLES } from '@app/common';
import { httpConfig, type HttpConfig } from '@app/config';
import { SendPrompt } from '@app/sessions';
import { ApiFailure } from '../openapi/api-answer.decorator';
import { BudgetGate } from '../http/budget-gate';
import { ClientGone } from '../http/client-gone.decorator';
import { RateLimit } from '../http/rate-limit.guard';
import { CHAT_RESPONSE, ChatDto, chatResult, ChatResultDto } from './chat.dto';
import { readOnDisconnect, readPrompt } from './read-prompt';
import { StreamChat } from './stream-chat';

@ApiTags('chat')
@Access({ roles: ROLES, scope: 'chat' })
@Controller('chat')
export class ChatController {
  constructor(
    @Inject(httpConfig.KEY) private readonly http: HttpConfig,
    private readonly budgetGate: BudgetGate,
    private readonly sendPrompt: SendPrompt,
    private readonly streamChat: StreamChat,
  ) {}

  @Post()
  @HttpCode(200)
  @RateLimit('chat')
  @ApiOperation({
    summary: 'Sends a prompt to a language model, without the personal data in it',
    description:
      'The whole conversation goes to the model, with the replacements of the chat; in the answer they are put ' +
      'back. With `Accept: text/event-stream` the answer comes as server-sent events: `start`, `delta`, then ' +
      '`meta` with `finish_reason` and `protection` and `result` with the body documented here, or `error` with ' +
      'the failure envelope.',
  })
  @ApiHeader({
    name: 'X-Replacements',
    required: false,
    schema: { type: 'string', enum: ['placeholders', 'surrogates'] },
    description: 'How values are replaced; fixed by the first replacement of a chat',
  })
  @ApiHeader({
    name: 'X-On-Disconnect',
    required: false,
    schema: { type: 'string', enum: ['keep'] },
    description:
      'keep: stores the turn, marked as stopped, if you close a stream after its first delta; absent: nothing is stored',
  })
  @ApiExtraModels(ChatResultDto)
  @ApiResponse(CHAT_RESPONSE)
  @ApiFailure(400, 'chat_id must be the id of one of your chats', ['chat_id'])
  @ApiFailure(502, 'The language model failed; try again later')
  @ApiFailure(504, 'The language model did not answer in time; try again')
  async send(
    @CurrentUser() user: AuthUser,
    @Body() body: ChatDto,
    @Headers('x-replacements') style: string | undefined,
    @Headers('x-on-disconnect') onDisconnect: string | undefined,
    @ClientGone() gone: AbortSignal,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const input = {
      ...readPrompt(body, style, this.http.maxPromptBytes),
      keepsStopped: readOnDisconnect(onDisconnect),
    };
    await this.budgetGate.enter(user, response);
    if (namesEventStream(request))
      return this.streamChat.execute(this.sendPrompt.stream(user, input, gone), response);
    const result = await this.sendPrompt.execute(user, input, gone);
    response.set({ 'X-Protection': result.protection, 'X-Finish-Reason': result.finish });
    return chatResult(result);
  }
}

/** Named outright: what accepts everything gets the documented body. */
const namesEventStream = (request: Request): boolean =>
  /(^|,)\s*text\/event-stream\s*(;|,|$)/i.test(request.get('accept') ?? '');
