import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { atGateway } from '@app/common';
import { httpConfig, type HttpConfig } from '@app/config';
import { Log } from '@app/observability';
import { EventStream } from '../http/event-stream';
import { geminiError } from '../http/failure-body';
import { toAppError } from '../http/to-app-error';

/** Renders chunks in Gemini's streaming format: unnamed events. */
@Injectable()
export class StreamContent {
  constructor(
    @Inject(httpConfig.KEY) private readonly config: HttpConfig,
    private readonly log: Log,
  ) {}

  /** Throws if the first chunk fails, so that the failure becomes an ordinary response. */
  async execute(chunks: AsyncGenerator<unknown, void, void>, response: Response): Promise<void> {
    const first = await chunks.next();
    const stream = new EventStream(response, this.config.clientTimeoutMs);
    try {
      if (!first.done) await stream.send(first.value);
      for await (const chunk of chunks) await stream.send(chunk);
    } catch (thrown) {
      const error = toAppError(thrown, response.req);
      if (atGateway(error.code).status >= 500) this.log.error('request.failed', error);
      await stream.send(geminiError(error));
    }
    stream.end();
  }
}
