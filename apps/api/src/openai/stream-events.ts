import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { atGateway } from '@app/common';
import { httpConfig, type HttpConfig } from '@app/config';
import { Log } from '@app/observability';
import { EventStream } from '../http/event-stream';
import { openAiError } from '../http/failure-body';
import { toAppError } from '../http/to-app-error';

/**
 * Renders the events of a response in OpenAI's streaming format: each event with its type as its name, then `[DONE]`.
 */
@Injectable()
export class StreamEvents {
  constructor(
    @Inject(httpConfig.KEY) private readonly config: HttpConfig,
    private readonly log: Log,
  ) {}

  /** Throws if the first event fails, so that the failure becomes an ordinary response. */
  async execute(
    events: AsyncGenerator<Record<string, unknown>, void, void>,
    response: Response,
  ): Promise<void> {
    const first = await events.next();
    const stream = new EventStream(response, this.config.clientTimeoutMs);
    let sent = 0;
    const send = (event: Record<string, unknown>): Promise<void> => {
      sent += 1;
      return stream.send(event, String(event.type));
    };
    try {
      if (!first.done) await send(first.value);
      for await (const event of events) await send(event);
      await stream.write('data: [DONE]\n\n');
    } catch (thrown) {
      const error = toAppError(thrown, response.req);
      if (atGateway(error.code).status >= 500) this.log.error('request.failed', error);
      const { error: failure } = openAiError(error);
      // Clients read the failure from different fields.
      await send({ ...failure, type: 'error', sequence_number: sent, error: failure });
    }
    stream.end();
  }
}
