import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { contentSecurityPolicy } from 'helmet';
import type { HttpConfig } from '@app/config';
import { withCommonHeaders } from './document-headers';
import { withSlowBodies } from './document-slow-bodies';
import { BOUNDS, OPENAI_BOUNDS } from './json-bounds';

const DESCRIPTION = `Lets a company use language models without handing over its people's personal data.
Names, e-mail addresses and phone numbers are replaced before a prompt leaves, and put back into the answer.

A JSON body may be nested ${BOUNDS.depth} levels deep, with ${BOUNDS.members} members in an object and ${BOUNDS.entries} members and elements in all
(OpenAI: ${OPENAI_BOUNDS.entries}). Many large bodies at once wait, and are refused with 429 or 503 and \`Retry-After\` where that lasts.`;

/** `/docs` and `/docs-json`: the OpenAPI document, made from the controllers. */
export function serveDocumentation(app: NestExpressApplication, config: HttpConfig): void {
  const settings = new DocumentBuilder()
    .setTitle('privacy-chat')
    .setDescription(DESCRIPTION)
    .setVersion('1.0')
    .addServer(config.publicBaseUrl)
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' })
    .addSecurityRequirements('bearer')
    .build();
  // Swagger's page brings scripts and styles inline; everything else keeps the strict policy.
  app.use('/docs', contentSecurityPolicy({ directives: { scriptSrc: ["'self'", "'unsafe-inline'"] } }));
  const document = () => withSlowBodies(SwaggerModule.createDocument(app, settings), config);
  SwaggerModule.setup('docs', app, () => withCommonHeaders(document()), {
    jsonDocumentUrl: 'docs-json',
    yamlDocumentUrl: 'docs-yaml',
  });
}
