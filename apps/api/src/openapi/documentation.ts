import { VERSION } from '@app/common';
import type { INestApplication } from '@nestjs/common';
import { ModulesContainer, NestFactory, RouterModule } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { contentSecurityPolicy } from 'helmet';
import { httpConfig, type HttpConfig } from '@app/config';
import { ApiModule } from '../api.module';
import { routes } from '../endpoints.module';
import { BOUNDS, WIDE_BOUNDS } from '../http/json-bounds';
import { FAILURE_MODELS, withDerivedFailures } from './derived-failures';
import { operationId } from './operation-ids';

const DESCRIPTION = `Lets a company use language models without handing over its people's personal data.
Names, e-mail addresses and phone numbers are replaced before a prompt leaves, and put back into the answer.

A JSON body may be nested ${BOUNDS.depth} levels deep, with ${BOUNDS.members} members in an object and ${BOUNDS.entries} members and elements in all
(OpenAI: ${WIDE_BOUNDS.entries}). Many large bodies at once wait, and are refused with 429 or 503 and \`Retry-After\` where that lasts.`;

/** The OpenAPI document, made from the controllers. */
export function createDocument(app: INestApplication, config: HttpConfig): OpenAPIObject {
  const settings = new DocumentBuilder()
    .setTitle('privacy-chat')
    .setDescription(DESCRIPTION)
    .setVersion(VERSION)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    // Relative: whoever reads the document calls the address that it came from.
    .addServer('/')
    .addBearerAuth({
      type: 'http',
      scheme: 'bearer',
      description: 'The `jwtToken` of a login, or an API key (`pck_...`) with the scope that `x-scope` names',
    })
    .addSecurityRequirements('bearer')
    .build();
  const document = SwaggerModule.createDocument(app, settings, {
    operationIdFactory: operationId,
    extraModels: FAILURE_MODELS,
  });
  return withCommonHeaders(withDerivedFailures(document, app, config));
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

const text = (description: string) => ({ description, schema: { type: 'string' as const } });

const EVERYWHERE = {
  'X-Request-Id': text("The request's own where it is 1..128 of [A-Za-z0-9._-], else a new one"),
};
const OF_FAILURES = {
  'X-Error-Code': text('What went wrong, as a stable code'),
};
const BY_STATUS: Readonly<Record<string, Record<string, ReturnType<typeof text>>>> = {
  401: { 'WWW-Authenticate': text('Bearer') },
  429: { 'Retry-After': text('Seconds to wait') },
};

/** The document with the headers that belong to a status, whatever the route. */
function withCommonHeaders(document: OpenAPIObject): OpenAPIObject {
  for (const [address, path] of Object.entries(document.paths)) {
    // A store that is away is an answer of the health endpoints, not a failure.
    const hasFailures = !address.startsWith('/health/');
    for (const operation of Object.values(path) as { responses?: Record<string, object> }[]) {
      for (const [status, response] of Object.entries(operation.responses ?? {}))
        Object.assign(response, {
          headers: {
            ...EVERYWHERE,
            ...(hasFailures && Number(status) >= 400 && OF_FAILURES),
            ...BY_STATUS[status],
            ...(response as { headers?: object }).headers,
          },
        });
    }
  }
  return document;
}

/** The OpenAPI document, made from the controllers alone: nothing is connected to, and no setting is needed. */
export async function previewDocument(): Promise<OpenAPIObject> {
  const config = httpConfig();
  const app = await NestFactory.create(ApiModule.register(config), { preview: true, logger: false });
  // A preview makes no instances, so this module has not yet told the others their prefixes.
  Reflect.construct(RouterModule, [app.get(ModulesContainer), routes(config)]);
  return createDocument(app, config);
}
