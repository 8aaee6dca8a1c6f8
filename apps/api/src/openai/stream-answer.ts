import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { atGateway, type AppError } from '@app/common';
import { httpConfig, type HttpConfig } from '@app/config';
import type { Dialect } from '@app/llm';
import { Log } from '@app/observability';
import { EventStream } from '../http/event-stream';
import { anthropicError, geminiError, openAiError } from '../http/failure-body';
import { toAppError } from '../http/to-app-error';

/** How a dialect of the gateway streams answers. */
interface StreamForm {
  /** Whether the name of each event is its type. If not, events have no names. */
  isNamed: boolean;
  /** Whether a complete answer ends with `[DONE]`. */
  hasEndMarker: boolean;
  /** @param sent the number of events so far */
  failureOf: (error: AppError, sent: number) => object;
}

const FORMS: Record<Dialect, StreamForm> = {
  chat: { isNamed: false, hasEndMarker: true, failureOf: openAiError },
  responses: {
    isNamed: true,
    hasEndMarker: true,
    failureOf: (error, sent) => {
      const { error: failure } = openAiError(error);
      // Clients read the failure from different fields.
      return { ...failure, type: 'error', sequence_number: sent, error: failure };
    },
  },
  messages: { isNamed: true, hasEndMarker: false, failureOf: anthropicError },
  gemini: { isNamed: false, hasEndMarker: false, failureOf: geminiError },
};

/** Streams the answers of the gateway, in the form of each dialect. */
@Injectable()
export class StreamAnswer {
  constructor(
    @Inject(httpConfig.KEY) private readonly config: HttpConfig,
    private readonly log: Log,
  ) {}

  /** Throws if the first part fails, so that the failure becomes an ordinary response. */
  async execute(
    dialect: Dialect,
    parts: AsyncGenerator<object, void, void>,
    response: Response,
  ): Promise<void> {
    const { isNamed, hasEndMarker, failureOf } = FORMS[dialect];
    const first = await parts.next();
    const stream = new EventStream(response, this.config.clientTimeoutMs);
    let sent = 0;
    const send = (part: object): Promise<void> => {
      sent += 1;
      return stream.send(part, isNamed && 'type' in part ? String(part.type) : undefined);
    };
    try {
      if (!first.done) await send(first.value);
      for await (const part of parts) await send(part);
      if (hasEndMarker) await stream.write('data: [DONE]\n\n');
    } catch (thrown) {
      const error = toAppError(thrown, response.req);
      if (atGateway(error.code).status >= 500) this.log.error('request.failed', error);
      await send(failureOf(error, sent));
    }
    stream.end();
  }
}
