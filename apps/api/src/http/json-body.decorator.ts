import { SetMetadata } from '@nestjs/common';

export const JSON_BODY = 'http:json-body';

/** How a route's body is read. Without this a JSON object of at most 1 MiB is expected. */
export interface JsonBodyOptions {
  /** Bytes, or the setting that the limit follows. */
  limit: number | 'text' | 'openai';
}

export const JsonBody = (limit: JsonBodyOptions['limit']) =>
  SetMetadata(JSON_BODY, { limit } satisfies JsonBodyOptions);

/** The route reads its body itself, as a stream. */
export const StreamedBody = () => SetMetadata(JSON_BODY, 'streamed');
