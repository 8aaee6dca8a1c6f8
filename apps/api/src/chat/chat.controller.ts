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
import {
  ChooseVersion,
  ContinueAnswer,
  RegenerateAnswer,
  SendPrompt,
  TitleChat,
  type PromptInput,
} from '@app/sessions';
import { caseOfRequest } from '../auth/require-scope';
import { ApiAnswer, ApiFailure, DoneDto } from '../openapi/api-answer.decorator';
import { BudgetGate, MODEL_CALL_HEADERS } from '../http/model-call';
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
  RegenerateDto,
  TitleDto,
  VersionDto,
} from './chat.dto';
import { readOnDisconnect, readPrompt, readRegenerate } from './read-prompt';
import { StreamChat } from './stream-chat';

const ON_DISCONNECT: ApiHeaderOptions = {
  name: 'X-On-Disconnect',
  required: false,
  schema: { type: 'string', enum: ['keep'] },
  description:
    'keep: stores the turn, marked as stopped, if you close a stream after its first delta. If ' +
    'absent, nothing is stored',
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
    private readonly regenerateAnswer: RegenerateAnswer,
    private readonly chooseVersion: ChooseVersion,
    private readonly titleChat: TitleChat,
    private readonly streamChat: StreamChat,
  ) {}

  @Post()
  @HttpCode(200)
  @RateLimit('chat')
  @ApiOperation({
    operationId: 'chat',
    summary: 'Sends a prompt to a language model without its personal data',
    description:
      'Sends the whole conversation to the model with the replacements of the chat, and restores the ' +
      'values in the answer. With `Accept: text/event-stream` the answer is a stream of server-sent ' +
      'events: `start`, `delta`, then `meta` with `finish_reason` and `protection`, and `result` with ' +
      'the body documented here. A failure is the event `error` with the failure envelope.',
  })
  @ApiHeader({
    name: 'X-Replacements',
    required: false,
    schema: { type: 'string', enum: ['placeholders', 'surrogates'] },
    description: 'How values are replaced; the first replacement of a chat fixes it',
  })
  @ApiHeader(ON_DISCONNECT)
  @ApiExtraModels(ChatResultDto)
  @ApiResponse(CHAT_RESPONSE)
  @ApiFailure(400, 'chat_id must be the id of one of your chats', ['chat_id'])
  @ApiFailure(
    409,
    'The case of this chat was deleted, has expired, or is not shared with you',
    [],
    'case_closed',
  )
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
    const caseId = caseOfRequest(user, body.case_id);
    const input = {
      ...readPrompt(body, style, this.http.maxPromptBytes),
      ...(caseId !== undefined && { caseId }),
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
    operationId: 'continueAnswer',
    summary: 'Continues the last answer of a chat that was truncated or stopped',
    description:
      'Sends a fixed instruction and stores it as a separate turn, with the kinds that were hidden for ' +
      'the answer. The new text starts at offset `continues_at` of the previous answer (in the event ' +
      '`start`, otherwise `X-Continues-At`). The end of a truncated answer may be the start of a ' +
      'replacement, which is restored together with the new text.',
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

  @Post(':chat_id/regenerate')
  @HttpCode(200)
  @RateLimit('chat')
  @ApiOperation({
    operationId: 'regenerateAnswer',
    summary: 'Sends a prompt of a chat again, also with changes, as another version of its turn',
    description:
      'The model receives the turns before it. The previous version is retained with the turns that ' +
      'followed it; `POST chat/{chat_id}/version` shows it again. The files that the turn attached are ' +
      'attached to the new version too. A failed call changes nothing.',
  })
  @ApiHeader(ON_DISCONNECT)
  @ApiExtraModels(ChatResultDto)
  @ApiResponse(CHAT_RESPONSE)
  @ApiFailure(400, 'turn_id must be the id of a turn that the history of the chat shows', ['turn_id'])
  @ApiFailure(404, 'You have no chat with this id')
  @ApiFailure(409, 'This turn cannot be regenerated; send a prompt instead')
  @ApiFailure(502, 'The language model failed; try again later')
  @ApiFailure(504, 'The language model did not answer in time; try again')
  async regenerate(
    @CurrentUser() user: AuthUser,
    @Param('chat_id') chatId: string,
    @Body() body: RegenerateDto,
    @Headers('x-on-disconnect') onDisconnect: string | undefined,
    @ClientGone() gone: AbortSignal,
    @Res({ passthrough: true }) response: Response,
  ) {
    const keepsStopped = readOnDisconnect(onDisconnect);
    const input = readRegenerate(chatId, body, this.http.maxPromptBytes);
    await this.budgetGate.enter(user, response);
    const prompt = await this.regenerateAnswer.execute(user, input);
    return this.answer(user, { ...prompt, keepsStopped }, gone, response);
  }

  @Post(':chat_id/version')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'chooseVersion',
    summary: 'Shows another version of a turn, with the turns that followed it',
  })
  @ApiAnswer(DoneDto, { success: true, message: 'Version chosen' })
  @ApiFailure(400, 'turn_id must be the id of another version of a turn that the history of the chat shows', [
    'turn_id',
  ])
  @ApiFailure(404, 'You have no chat with this id')
  async version(
    @CurrentUser() user: AuthUser,
    @Param('chat_id') chatId: string,
    @Body() { turn_id }: VersionDto,
  ) {
    await this.chooseVersion.execute(user, chatId, turn_id);
    return { success: true, message: 'Version chosen' };
  }

  @Post(':chat_id/title')
  @HttpCode(200)
  @OptionalBody()
  @RateLimit('chat')
  @ApiOperation({
    operationId: 'titleChat',
    summary: 'Names a chat by a language model, which receives its turns without their personal data',
    description:
      'Counts as a call of the model, also for budgets, and stores no turn. If the chat was renamed ' +
      'meanwhile, that name stays and is returned.',
  })
  @ApiAnswer(
    TitleDto,
    { success: true, message: 'Title', data: { name: 'Letter to a customer' } },
    { headers: MODEL_CALL_HEADERS },
  )
  @ApiFailure(404, 'You have no chat with this id')
  @ApiFailure(502, 'The language model failed; try again later')
  @ApiFailure(504, 'The language model did not answer in time; try again')
  async title(
    @CurrentUser() user: AuthUser,
    @Param('chat_id') chatId: string,
    @Body() { model }: ContinueDto,
    @ClientGone() gone: AbortSignal,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.budgetGate.enter(user, response);
    const { name, protection } = await this.titleChat.execute(
      user,
      { chatId, ...(model && { model }) },
      gone,
    );
    response.setHeader('X-Protection', protection);
    return { success: true, message: 'Title', data: { name } };
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

/** An exact media type is required: clients that accept everything get the documented body. */
const namesEventStream = (request: Request): boolean =>
  /(^|,)\s*text\/event-stream\s*(;|,|$)/i.test(request.get('accept') ?? '');
