import { Body, Controller, Headers, HttpCode, Inject, Param, Post, Res } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiHeader,
  ApiOperation,
  ApiResponse,
  ApiTags,
  type ApiHeaderOptions,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { ROLES } from '@app/common';
import { httpConfig, type HttpConfig } from '@app/config';
import { ContinueAnswer, SendPrompt, type PromptInput } from '@app/sessions';
import { ApiFailure } from '../openapi/api-answer.decorator';
import { BudgetGate } from '../http/budget-gate';
import { ClientGone } from '../http/client-gone.decorator';
import { OptionalBody } from '../http/json-body.interceptor';
import { RateLimit } from '../http/rate-limit.guard';
import {
  CHAT_RESPONSE,
  ChatDto,
  chatResult,
  ChatResultDto,
  CONTINUE_RESPONSE,
  ContinueDto,
} from './chat.dto';
import { readOnDisconnect, readPrompt } from './read-prompt';
import { StreamChat } from './stream-chat';

const ON_DISCONNECT: ApiHeaderOptions = {
  name: 'X-On-Disconnect',
  required: false,
  schema: { type: 'string', enum: ['keep'] },
  description:
    'keep: stores the turn, marked as stopped, if you close a stream after its first delta; absent: nothing is stored',
};

@ApiTags('chat')
@Access({ roles: ROLES, scope: 'chat' })
@Controller('chat')
export class ChatController {
  constructor(
    @Inject(httpConfig.KEY) private readonly http: HttpConfig,
    private readonly budgetGate: BudgetGate,
    private readonly sendPrompt: SendPrompt,
    private readonly continueAnswer: ContinueAnswer,
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
  @ApiHeader(ON_DISCONNECT)
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
    @Res({ passthrough: true }) response: Response,
  ) {
    const input = {
      ...readPrompt(body, style, this.http.maxPromptBytes),
      keepsStopped: readOnDisconnect(onDisconnect),
    };
    await this.budgetGate.enter(user, response);
    return this.answer(user, input, gone, response);
  }

  @Post(':chat_id/continue')
  @HttpCode(200)
  @OptionalBody()
  @RateLimit('chat')
  @ApiOperation({
    summary: 'Continues the last answer of a chat, which was cut or stopped',
    description:
      'A fixed instruction is sent and stored as a turn of its own, under what was hidden in the answer. The new text goes ' +
      'on at the offset `continues_at` of the answer (in the event `start`, else `X-Continues-At`): the end of a cut answer ' +
      'may be the beginning of a replacement, which is restored with the new text.',
  })
  @ApiHeader(ON_DISCONNECT)
  @ApiExtraModels(ChatResultDto)
  @ApiResponse(CONTINUE_RESPONSE)
  @ApiFailure(404, 'You have no chat with this id')
  @ApiFailure(409, 'The last answer of this chat is complete; send a prompt instead')
  @ApiFailure(502, 'The language model failed; try again later')
  @ApiFailure(504, 'The language model did not answer in time; try again')
  async continue(
    @CurrentUser() user: AuthUser,
    @Param('chat_id') chatId: string,
    @Body() { model }: ContinueDto,
    @Headers('x-on-disconnect') onDisconnect: string | undefined,
    @ClientGone() gone: AbortSignal,
    @Res({ passthrough: true }) response: Response,
  ) {
    const keepsStopped = readOnDisconnect(onDisconnect);
    await this.budgetGate.enter(user, response);
    const prompt = await this.continueAnswer.execute(user, { chatId, ...(model && { model }) });
    return this.answer(user, { ...prompt, keepsStopped }, gone, response);
  }

  private async answer(user: AuthUser, input: PromptInput, gone: AbortSignal, response: Response) {
    if (namesEventStream(response.req))
      return this.streamChat.execute(this.sendPrompt.stream(user, input, gone), response);
    const result = await this.sendPrompt.execute(user, input, gone);
    response.set({ 'X-Protection': result.protection, 'X-Finish-Reason': result.finish });
    if (result.continuesAt !== undefined) response.set('X-Continues-At', String(result.continuesAt));
    return chatResult(result);
  }
}

/** Named outright: what accepts everything gets the documented body. */
const namesEventStream = (request: Request): boolean =>
  /(^|,)\s*text\/event-stream\s*(;|,|$)/i.test(request.get('accept') ?? '');
