import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { AuthUser } from '@app/auth';
import type { Dialect } from '@app/llm';
import { RelayCall, type JsonObject } from '@app/openai-gateway';
import { GatewayEntry } from './gateway-entry';
import { StreamAnswer } from './stream-answer';

/** How a model call is answered, beside its body. */
interface Answering {
  isStreamed: boolean;
  /** Aborted when the client leaves. */
  gone: AbortSignal;
  response: Response;
}

/** Answers model calls of every dialect of the gateway, as a whole or as a stream. */
@Injectable()
export class AnswerCall {
  constructor(
    private readonly entry: GatewayEntry,
    private readonly relayCall: RelayCall,
    private readonly streamAnswer: StreamAnswer,
  ) {}

  /** @returns the answer, or nothing if it was streamed */
  async execute(
    dialect: Dialect,
    user: AuthUser,
    body: JsonObject,
    { isStreamed, gone, response }: Answering,
  ): Promise<object | void> {
    const input = await this.entry.enter(user, body, response);
    if (!isStreamed) return this.relayCall.execute(dialect, user, input, gone);
    const parts = this.relayCall.stream(dialect, user, input, gone);
    return this.streamAnswer.execute(dialect, parts, response);
  }
}
