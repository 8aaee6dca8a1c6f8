import { VERSION } from '@app/common';
import type { INestApplication } from '@nestjs/common';
import { ModulesContainer, NestFactory, RouterModule } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { contentSecurityPolicy } from 'helmet';
import {
  httpConfig,
  jobsConfig,
  rateLimitsConfig,
  type HttpConfig,
  type JobsConfig,
  type RateLimitsConfig,
} from '@app/config';
import { ApiModule } from '../api.module';
import { routes } from '../endpoints.module';
import { BOUNDS, WIDE_BOUNDS } from '../http/json-bounds';
import { FAILURE_MODELS, withDerivedFailures, type DocumentedSettings } from './derived-failures';
import { withNullableReferences } from './nullable-references';

const DESCRIPTION = `Lets a company use language models without disclosing personal data.
Names, e-mail addresses and phone numbers are replaced before a prompt is sent, and restored in the answer. This is version 1.0 of the API.

A JSON body may be nested ${BOUNDS.depth} levels deep, with ${BOUNDS.members} members in an object and ${BOUNDS.entries} members and elements in total
(OpenAI: ${WIDE_BOUNDS.entries}). Large bodies wait if too many arrive at once. After a timeout they are refused with 429 or 503 and \`Retry-After\`.`;

/** Creates the OpenAPI document from the controllers. */
export function createDocument(app: INestApplication, settings: DocumentedSettings): OpenAPIObject {
  const description = new DocumentBuilder()
    .setTitle('privacy-chat')
    .setDescription(DESCRIPTION)
    .setVersion(VERSION)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    // A relative address: clients call the address that they loaded the document from.
    .addServer('/')
    .addBearerAuth({
      type: 'http',
      scheme: 'bearer',
      description: 'The `jwtToken` of a login, or an API key (`pck_...`) with the scope that `x-scope` names',
    })
    .addSecurityRequirements('bearer')
    .build();
  const document = SwaggerModule.createDocument(app, description, {
    extraModels: FAILURE_MODELS,
  });
  return withNullableReferences(withCommonHeaders(withDerivedFailures(document, app, settings)));
}

/** Serves `/docs` and `/docs-json`. */
export function serveDocumentation(app: NestExpressApplication): void {
  // Swagger's page uses inline scripts and styles. Everything else keeps the strict policy.
  app.use(
    '/docs',
    contentSecurityPolicy({
      directives: { scriptSrc: ["'self'", "'unsafe-inline'"], upgradeInsecureRequests: null },
    }),
  );
  const settings = {
    http: app.get<HttpConfig>(httpConfig.KEY),
    jobs: app.get<JobsConfig>(jobsConfig.KEY),
    rateLimits: app.get<RateLimitsConfig>(rateLimitsConfig.KEY),
  };
  SwaggerModule.setup('docs', app, () => createDocument(app, settings), {
    jsonDocumentUrl: 'docs-json',
    yamlDocumentUrl: 'docs-yaml',
  });
}

const text = (description: string) => ({ description, schema: { type: 'string' as const } });

const EVERYWHERE = {
  'X-Request-Id': text("The request's own id if it is 1..128 of [A-Za-z0-9._-], else a new one"),
};
const OF_FAILURES = {
  'X-Error-Code': text('What went wrong, as a stable code'),
};
const BY_STATUS: Readonly<Record<string, Record<string, ReturnType<typeof text>>>> = {
  401: { 'WWW-Authenticate': text('Bearer') },
  429: { 'Retry-After': text('Seconds to wait') },
};

/** Returns the document with the headers that depend only on the status. */
function withCommonHeaders(document: OpenAPIObject): OpenAPIObject {
  for (const [address, path] of Object.entries(document.paths)) {
    // For the health endpoints, an unreachable store is an answer, not a failure.
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

/** Creates the OpenAPI document from the controllers without connections. A preview injects nothing. */
export async function previewDocument(): Promise<OpenAPIObject> {
  const http = httpConfig();
  const app = await NestFactory.create(ApiModule.register(http), { preview: true, logger: false });
  // A preview creates no instances, so this module has not set the other modules' prefixes.
  Reflect.construct(RouterModule, [app.get(ModulesContainer), routes(http)]);
  return createDocument(app, { http, jobs: jobsConfig(), rateLimits: rateLimitsConfig() });
}
