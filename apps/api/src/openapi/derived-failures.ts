import type { INestApplication, Type } from '@nestjs/common';
import { ModulesContainer, Reflector } from '@nestjs/core';
import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import {
  IS_PUBLIC,
  lacksRole,
  lacksScope,
  missingToken,
  notForKeys,
  notGranted,
  onlyForKeys,
  REQUIRED_GRANT,
  ROUTE_ACCESS,
  type RouteAccess,
} from '@app/auth';
import { ROLES, type AppError } from '@app/common';
import type { HttpConfig, JobsConfig, RateLimitsConfig } from '@app/config';
import { contentTypeOf, failureBody, failureStatus, familyOf, type Family } from '../http/failure-body';
import {
  BODY_KIND,
  BODY_OPTIONAL,
  bodyTooLarge,
  bytesOf,
  invalidJson,
  notJson,
  type BodyKind,
} from '../http/json-body.interceptor';
import { FROM_ONE_ADDRESS, RATE_LIMIT, tooManyCalls, type CountedAs } from '../http/rate-limit.guard';
import { bodyTooSlow } from '../http/slow-clients';
import { databaseAway } from '../http/to-app-error';
import {
  AnthropicFailureDto,
  FailureDto,
  GeminiFailureDto,
  LoginFailureDto,
  OpenAiFailureDto,
  PresidioFailureDto,
  ScimFailureDto,
} from './api-answer.decorator';

/** The failure schemas by family of endpoints. */
const FAILURE_DTOS = {
  envelope: FailureDto,
  login: LoginFailureDto,
  openai: OpenAiFailureDto,
  anthropic: AnthropicFailureDto,
  gemini: GeminiFailureDto,
  presidio: PresidioFailureDto,
  scim: ScimFailureDto,
} as const satisfies Record<Family, Type>;

/** The key under which `@ApiOperation` stores its options. */
const API_OPERATION = 'swagger/apiOperation';

/** The settings that appear in the document. */
export interface DocumentedSettings {
  http: HttpConfig;
  jobs: JobsConfig;
  rateLimits: RateLimitsConfig;
}

/** What a controller's method declares for guards and interceptors. */
interface Declared {
  isPublic: boolean;
  access: RouteAccess | undefined;
  needsGrant: boolean;
  counted: CountedAs | undefined;
  body: BodyKind;
  isBodyOptional: boolean;
}

interface Operation {
  operationId: string;
  /** The roles that may call the operation; absent if every role may. `x-scope` is null if no key may. */
  'x-roles'?: readonly string[];
  'x-scope'?: string | null;
  requestBody?: { required?: boolean };
  responses: Record<string, object>;
}

/** The schemas that the derived failures refer to. */
export const FAILURE_MODELS: Type[] = Object.values(FAILURE_DTOS);

/** The time of the example failures, and the time that a caller then has to wait. */
const EXAMPLE_TIME = new Date('2025-08-04T08:37:24.129Z');
const EXAMPLE_WAIT_S = 12;

/**
 * Returns the document with the failures of guards, limits, body parsing and an unreachable database for every
 * operation that they apply to, and with whether a body is required. A status that a controller documents itself stays
 * unchanged.
 */
export function withDerivedFailures(
  document: OpenAPIObject,
  app: INestApplication,
  settings: DocumentedSettings,
): OpenAPIObject {
  const { http } = settings;
  const declared = declarations(app);
  for (const [path, operations] of Object.entries(document.paths))
    for (const operation of Object.values(operations) as unknown as Operation[]) {
      const declares = declared.get(operation.operationId);
      if (!declares) throw new Error(`No controller has the operation ${operation.operationId}`);
      if (declares.access) {
        operation['x-roles'] = declares.access.roles;
        operation['x-scope'] = declares.access.scope ?? null;
      }
      if (operation.requestBody) operation.requestBody.required = !declares.isBodyOptional;
      const hasBody = operation.requestBody !== undefined;
      for (const { error, description = '' } of failuresOf(declares, hasBody, settings)) {
        const schema = { $ref: getSchemaPath(FAILURE_DTOS[familyOf(path, http)]) };
        const example = failureBody(error, path, http, EXAMPLE_TIME);
        const content = { [contentTypeOf(path, http)]: { schema, example } };
        operation.responses[failureStatus(error, path, http)] ??= { description, content };
      }
    }
  return document;
}

interface Failure {
  error: AppError;
  description?: string;
}

function failuresOf(
  { isPublic, access, needsGrant, counted, body }: Declared,
  hasBody: boolean,
  { jobs, rateLimits }: DocumentedSettings,
): Failure[] {
  const failures: Failure[] = [];
  if (!isPublic) failures.push({ error: missingToken() });
  if (needsGrant) failures.push({ error: notGranted() });
  if (access) failures.push(notAllowed(access));
  if (counted) failures.push(limitReached(counted, rateLimits));
  // Authenticated requests and logins look up the user in the database.
  if (!isPublic || counted) failures.push({ error: databaseAway() });
  if (!hasBody) return failures;
  const slow = bodyTooSlow();
  failures.push({ error: slow, description: slow.message });
  if (typeof body !== 'object')
    failures.push(
      { error: invalidJson() },
      { error: bodyTooLarge(bytesOf(body, jobs)) },
      { error: notJson() },
    );
  return failures;
}

function notAllowed({ roles, scope }: RouteAccess): Failure {
  if (roles.length === 0) return { error: onlyForKeys(scope!), description: 'Only for API keys' };
  const description = scope ? `API keys need the scope \`${scope}\`` : 'Not for API keys';
  if (roles.length < ROLES.length)
    return {
      error: lacksRole(roles),
      description: `Requires the role ${roles.join(' or ')}. ${description}`,
    };
  return { error: scope ? lacksScope(scope) : notForKeys(), description };
}

/** The limits of operations that check budgets too. */
const CALLS_MODELS: ReadonlySet<CountedAs> = new Set(['chat', 'images']);

function limitReached(kind: CountedAs, { login, usual }: RateLimitsConfig): Failure {
  if (kind !== 'login') {
    const error = tooManyCalls(usual[kind], EXAMPLE_WAIT_S);
    return CALLS_MODELS.has(kind)
      ? { error, description: 'Also if a budget has too little left' }
      : { error };
  }
  const error = tooManyCalls(login, EXAMPLE_WAIT_S, FROM_ONE_ADDRESS);
  return { error, description: 'Also after too many failed logins' };
}

/** Returns what the method or the controller of each operation declares, by operation id. */
function declarations(app: INestApplication): Map<string, Declared> {
  const reflector = new Reflector();
  const found = new Map<string, Declared>();
  for (const module of app.get(ModulesContainer).values())
    for (const { metatype } of module.controllers.values()) {
      if (typeof metatype !== 'function') continue;
      for (const { value } of Object.values(Object.getOwnPropertyDescriptors(metatype.prototype))) {
        const { operationId: id } = reflector.get<{ operationId?: string }>(API_OPERATION, value) ?? {};
        if (!id) continue;
        const read = <T>(key: string): T | undefined =>
          reflector.getAllAndOverride<T | undefined>(key, [value, metatype as never]);
        found.set(id, {
          isPublic: read(IS_PUBLIC) === true,
          access: read<RouteAccess>(ROUTE_ACCESS),
          needsGrant: read(REQUIRED_GRANT) !== undefined,
          counted: read<CountedAs>(RATE_LIMIT),
          body: read<BodyKind>(BODY_KIND) ?? 'json',
          isBodyOptional: read(BODY_OPTIONAL) === true,
        });
      }
    }
  return found;
}
