import type { INestApplication } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { contentSecurityPolicy } from 'helmet';
import type { HttpConfig } from '@app/config';
import { withCommonHeaders } from './document-headers';
import { withSlowBodies } from './document-slow-bodies';
import { BOUNDS, OPENAI_BOUNDS } from './json-bounds';
import { operationId } from './operation-ids';

const DESCRIPTION = `Lets a company use language models without handing over its people's personal data.
Names, e-mail addresses and phone numbers are replaced before a prompt leaves, and put back into the answer.

A JSON body may be nested ${BOUNDS.depth} levels deep, with ${BOUNDS.members} members in an object and ${BOUNDS.entries} members and elements in all
(OpenAI: ${OPENAI_BOUNDS.entries}). Many large bodies at once wait, and are refused with 429 or 503 and \`Retry-After\` where that lasts.`;

/** The OpenAPI document, made from the controllers. */
export function createDocument(app: INestApplication, config: HttpConfig): OpenAPIObject {
  const settings = new DocumentBuilder()
    .setTitle('privacy-chat')
    .setDescription(DESCRIPTION)
    .setVersion('1.0')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    // Relative: whoever reads the document calls the address that it came from.
    .addServer('/')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' })
    .addSecurityRequirements('bearer')
    .build();
  const document = SwaggerModule.createDocument(app, settings, { operationIdFactory: operationId });
  return withCommonHeaders(withSlowBodies(document, config));
}

/** `/docs` and `/docs-json`. */
export function serveDocumentation(app: NestExpressApplication, config: HttpConfig): void {
  // Swagger's page brings scripts and styles inline; everything else keeps the strict policy.
  app.use('/docs', contentSecurityPolicy({ directives: { scriptSrc: ["'self'", "'unsafe-inline'"] } }));
  SwaggerModule.setup('docs', app, () => createDocument(app, config), {
    jsonDocumentUrl: 'docs-json',
    yamlDocumentUrl: 'docs-yaml',
  });
}
