import type { OpenAPIObject } from '@nestjs/swagger';
import type { HttpConfig } from '@app/config';
import { failureBody } from './failure-body';
import { bodyTooSlow } from './slow-clients';

interface Documented {
  requestBody?: object;
  responses: Record<number, { content?: Record<string, object> }>;
}

/** The document with the 408 of every route that reads a body, in the form of the route's other failures. */
export function withSlowBodies(document: OpenAPIObject, config: HttpConfig): OpenAPIObject {
  const at = new Date('2025-08-04T08:37:24.129Z');
  for (const [path, operations] of Object.entries(document.paths))
    for (const { requestBody, responses } of Object.values(operations) as unknown as Documented[]) {
      const failure = responses[400]?.content?.['application/json'];
      if (!requestBody || !failure) continue;
      const error = bodyTooSlow();
      const content = { 'application/json': { ...failure, example: failureBody(error, path, config, at) } };
      Object.assign(responses, { 408: { description: error.message, content } });
    }
  return document;
}
