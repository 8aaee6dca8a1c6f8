import type { OpenAPIObject } from '@nestjs/swagger';

const text = (description: string) => ({ description, schema: { type: 'string' as const } });

const EVERYWHERE = {
  'X-Request-Id': text("The request's own where it is 1..128 of [A-Za-z0-9._-], else a new one"),
};
const BY_STATUS: Readonly<Record<string, Record<string, ReturnType<typeof text>>>> = {
  401: { 'WWW-Authenticate': text('Bearer') },
  429: { 'Retry-After': text('Seconds to wait') },
};

/** The document with the headers that belong to a status, whatever the route. */
export function withCommonHeaders(document: OpenAPIObject): OpenAPIObject {
  for (const path of Object.values(document.paths)) {
    for (const operation of Object.values(path) as { responses?: Record<string, object> }[]) {
      for (const [status, response] of Object.entries(operation.responses ?? {}))
        Object.assign(response, {
          headers: { ...EVERYWHERE, ...BY_STATUS[status], ...(response as { headers?: object }).headers },
        });
    }
  }
  return document;
}
