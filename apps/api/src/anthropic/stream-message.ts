import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { atGateway } from '@app/common';
import { httpConfig, type HttpConfig } from '@app/config';
import { Log } from '@app/observability';
import { EventStream } from '../http/event-stream';
import { anthropicError } from '../http/failure-body';
import { toAppError } from '../http/to-app-error';

/** Renders the events of a message in Anthropic's streaming format: each event with its type as its name. */
@Injectable()
export class StreamMessage {
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
    try {
      if (!first.done) await stream.send(first.value, String(first.value.type));
      for await (const event of events) await stream.send(event, String(event.type));
    } catch (thrown) {
      const error = toAppError(thrown, response.req);
      if (atGateway(error.code).status >= 500) this.log.error('request.failed', error);
      await stream.send(anthropicError(error), 'error');
    }
    stream.end();
  }
}
