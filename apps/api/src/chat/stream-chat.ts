import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { statusOf } from '@app/common';
import { httpConfig, type HttpConfig } from '@app/config';
import { Log } from '@app/observability';
import type { ChatEvent } from '@app/sessions';
import { envelopeEvent } from '../http/failure-body';
import { toAppError } from '../http/to-app-error';
import { chatResult } from './chat.dto';
import { EventStream } from '../http/event-stream';

/**
 * Renders a chat turn as server-sent events: `start`, each `delta`, then `meta` and `result`, or `error` (contract:
 * Chat).
 */
@Injectable()
export class StreamChat {
  constructor(
    @Inject(httpConfig.KEY) private readonly config: HttpConfig,
    private readonly log: Log,
  ) {}

  /** Throws if the first event fails, so that the failure becomes an ordinary response. */
  async execute(events: AsyncGenerator<ChatEvent, void, void>, response: Response): Promise<void> {
    const first = await events.next();
    if (!first.done && 'start' in first.value) response.set('X-Protection', first.value.protection);
    const stream = new EventStream(response, this.config.clientTimeoutMs);
    try {
      if (!first.done) await send(stream, first.value);
      for await (const event of events) await send(stream, event);
    } catch (thrown) {
      const error = toAppError(thrown, response.req);
      if (statusOf(error.code) >= 500) this.log.error('request.failed', error);
      await stream.send(envelopeEvent(error), 'error');
    }
    stream.end();
  }
}

async function send(stream: EventStream, event: ChatEvent): Promise<void> {
  if ('start' in event) {
    const { start, continuesAt } = event;
    const continues = continuesAt !== undefined && { continues_at: continuesAt };
    await stream.send({ session_id: start, ...continues }, 'start');
  } else if ('delta' in event) await stream.send({ text: event.delta }, 'delta');
  else {
    const { finish, protection } = event.result;
    await stream.send({ finish_reason: finish, protection }, 'meta');
    await stream.send(chatResult(event.result), 'result');
  }
}
