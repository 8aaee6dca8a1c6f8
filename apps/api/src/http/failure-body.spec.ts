import { AppError, FAILURES, invalid, type ErrorCode } from '@app/common';
import {
  anthropicError,
  contentTypeOf,
  envelope,
  envelopeEvent,
  failureBody,
  failureHeaders,
  failureStatus,
  familyOf,
  geminiError,
  isBelow,
  openAiError,
  presidioError,
  scimError,
} from './failure-body';

const bases = { aiBasePath: '/ai/v1', idmBasePath: '/idm/v1' };
const CODES = Object.keys(FAILURES) as ErrorCode[];
const failure = (code: ErrorCode): AppError => new AppError(code, 'why');
const GATEWAYS = [
  '/ai/v1/openai/v1/responses',
  '/ai/v1/anthropic/v1/messages',
  '/ai/v1/gemini/v1beta/models',
];

describe('the family of an address', () => {
  it.each([
    ['/ai/v1/chat', 'envelope'],
    ['/ai/v1/openai', 'envelope'],
    ['/ai/v1/openai/v1', 'openai'],
    ['/ai/v1/openai/v1/chat/completions', 'openai'],
    ['/ai/v1/openai/v10/chat', 'envelope'],
    ['/AI/V1/OpenAI/V1/models', 'openai'],
    ['/ai/v1/anthropic', 'anthropic'],
    ['/ai/v1/anthropic/v1/messages', 'anthropic'],
    ['/ai/v1/anthropics', 'envelope'],
    ['/ai/v1/gemini/v1beta/models/m:generateContent', 'gemini'],
    ['/ai/v1/presidio/analyze', 'presidio'],
    ['/ai/v1/litellm/beta/litellm_basic_guardrail_api', 'envelope'],
    ['/idm/v1/auth/login', 'login'],
    ['/idm/v1/scim/v2/Users', 'scim'],
    ['/idm/v1/scimitar', 'login'],
    ['/admin/v1/users', 'envelope'],
    ['/health/live', 'envelope'],
    ['/', 'envelope'],
    ['', 'envelope'],
  ])('%j is %s', (path, family) => {
    expect(familyOf(path, bases)).toBe(family);
  });

  it('ends at a slash or at the end of the path', () => {
    expect(isBelow('/ai/v1', '/ai/v1')).toBe(true);
    expect(isBelow('/ai/v1/', '/ai/v1')).toBe(true);
    expect(isBelow('/ai/v1x', '/ai/v1')).toBe(false);
    expect(isBelow('/x/ai/v1', '/ai/v1')).toBe(false);
  });

  it('decides the content type', () => {
    expect(contentTypeOf('/idm/v1/scim/v2/Users', bases)).toBe('application/scim+json');
    for (const path of ['/idm/v1/auth/login', '/ai/v1/chat', ...GATEWAYS])
      expect(contentTypeOf(path, bases)).toBe('application/json');
  });
});

describe('a failure', () => {
  it.each(CODES)('%s has the status of its code, and the gateway one that its clients know', (code) => {
    const { status } = FAILURES[code];
    expect(failureStatus(failure(code), '/ai/v1/chat', bases)).toBe(status);
    for (const path of GATEWAYS) {
      const atGateway = failureStatus(failure(code), path, bases);
      if (status < 500) expect(atGateway).toBe(status);
      else expect([400, 404, 429, 502, 503, 504, 500]).toContain(atGateway);
    }
  });

  it.each(CODES)('%s has its code in every family that shows one', (code) => {
    expect(failureHeaders(failure(code))).toMatchObject({ 'X-Error-Code': code });
    expect(envelope(failure(code))).toMatchObject({ success: false, message: 'why', code });
    expect(failureBody(failure(code), '/ai/v1/presidio/analyze', bases, new Date(0))).toEqual({
      error: 'why',
    });
  });

  it.each([
    ['rejected', 'provider_rejected', 400, 'bad_request'],
    ['too long for a provider', 'provider_rejected_length', 400, 'context_length_exceeded'],
    ['filtered', 'provider_content_filter', 400, 'content_filter'],
    ['of an unknown model', 'provider_model_unknown', 404, 'model_not_found'],
    ['limited', 'provider_rate_limited', 429, 'too_many_requests'],
    ['late', 'provider_timeout', 504, 'upstream_timeout'],
    ['broken off', 'provider_broke_off', 502, 'upstream_failed'],
    ['without a budget', 'budget_exceeded', 429, 'budget_exceeded'],
    ['of a scope', 'not_granted', 403, 'forbidden'],
  ] as const)('%s is known to clients of OpenAI', (_, code, status, published) => {
    expect(failureStatus(failure(code), GATEWAYS[0]!, bases)).toBe(status);
    expect(openAiError(failure(code)).error).toEqual({
      message: 'why',
      type: status < 500 ? 'invalid_request_error' : 'server_error',
      param: null,
      code: published,
    });
  });

  it('names its first field to clients of OpenAI', () => {
    const details = {
      errors: [
        { field: 'model', message: 'a' },
        { field: 'messages', message: 'b' },
      ],
    };
    expect(openAiError(new AppError('bad_request', 'why', details)).error.param).toBe('model');
  });

  it.each([
    ['bad_request', 'invalid_request_error'],
    ['unauthenticated', 'authentication_error'],
    ['forbidden', 'permission_error'],
    ['model_not_found', 'not_found_error'],
    ['too_large', 'request_too_large'],
    ['too_many_requests', 'rate_limit_error'],
    ['conflict', 'invalid_request_error'],
    ['maintenance', 'overloaded_error'],
    ['internal', 'api_error'],
    ['provider_broke_off', 'api_error'],
    ['provider_rejected', 'invalid_request_error'],
  ] as const)('%s is %s to clients of Anthropic', (code, type) => {
    expect(anthropicError(failure(code))).toEqual({ type: 'error', error: { type, message: 'why' } });
  });

  it.each(['prompt_too_long', 'provider_rejected_length'] as const)(
    '%s has the words by which clients of Anthropic shorten a conversation',
    (code) => {
      expect(anthropicError(failure(code)).error.message).toBe('prompt is too long: why');
      expect(openAiError(failure(code)).error.message).toBe('why');
    },
  );

  it.each([
    ['bad_request', 400, 'INVALID_ARGUMENT'],
    ['unauthenticated', 401, 'UNAUTHENTICATED'],
    ['forbidden', 403, 'PERMISSION_DENIED'],
    ['model_not_found', 404, 'NOT_FOUND'],
    ['conflict', 409, 'ABORTED'],
    ['too_large', 413, 'INVALID_ARGUMENT'],
    ['too_many_requests', 429, 'RESOURCE_EXHAUSTED'],
    ['internal', 500, 'INTERNAL'],
    ['provider_failed', 502, 'INTERNAL'],
    ['maintenance', 503, 'UNAVAILABLE'],
    ['provider_timeout', 504, 'DEADLINE_EXCEEDED'],
  ] as const)('%s is %d %s to clients of Gemini', (code, status, word) => {
    expect(geminiError(failure(code))).toEqual({ error: { code: status, message: 'why', status: word } });
  });

  it('is a text to clients of Presidio', () => {
    expect(presidioError(invalid('language', 'must be given once'))).toEqual({
      error: 'language must be given once',
    });
  });
});

describe('a failure of SCIM', () => {
  const scim = (error: AppError) => scimError(error) as { status: string; scimType?: string; detail: string };

  it.each([
    [invalid('filter', 'is malformed'), 'invalidFilter'],
    [invalid('path', 'is unknown'), 'invalidPath'],
    [invalid('userName', 'must be an e-mail address'), 'invalidValue'],
    [new AppError('bad_request', 'The body is not valid JSON'), 'invalidSyntax'],
  ])('says what is wrong with a request', (error, scimType) => {
    expect(scim(error)).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '400',
      scimType,
      detail: error.message,
    });
  });

  it('says that a name is taken', () => {
    expect(scim(invalid('userName', 'exists', 'conflict'))).toMatchObject({
      status: '409',
      scimType: 'uniqueness',
    });
  });

  it.each([
    ['conflict', '409'],
    ['not_found', '404'],
    ['unauthenticated', '401'],
    ['internal', '500'],
  ] as const)('has no type for %s', (code, status) => {
    expect(scim(failure(code))).toEqual({ schemas: expect.any(Array), status, detail: 'why' });
  });
});

describe('the headers of a failure', () => {
  it('ask for a token at each 401, and only there', () => {
    for (const code of CODES)
      expect(failureHeaders(failure(code))['WWW-Authenticate']).toBe(
        FAILURES[code].status === 401 ? 'Bearer' : undefined,
      );
  });

  it.each([
    [0, '0'],
    [0.2, '1'],
    [60, '60'],
    [59.01, '60'],
  ])('name the seconds to wait, rounded up: %d', (retryAfterS, header) => {
    expect(failureHeaders(new AppError('unavailable', 'why', { retryAfterS }))['Retry-After']).toBe(header);
  });

  it('say that a retry is useless if only a change helps', () => {
    expect(failureHeaders(failure('not_configured'))['X-Should-Retry']).toBe('false');
    expect(failureHeaders(new AppError('conflict', 'why', { retry: false }))['X-Should-Retry']).toBe('false');
    expect(failureHeaders(failure('unavailable'))).not.toHaveProperty('X-Should-Retry');
  });

  it.each([true, false])('say whether the prompt was sent: %s', (promptSent) => {
    const error = new AppError('provider_timeout', 'why', { promptSent });
    expect(failureHeaders(error)['X-Prompt-Sent']).toBe(String(promptSent));
    expect(envelopeEvent(error)).toMatchObject({ code: 'provider_timeout', prompt_sent: promptSent });
    expect(envelopeEvent(failure('provider_timeout'))).not.toHaveProperty('prompt_sent');
  });

  it('name the methods of the address', () => {
    expect(failureHeaders(new AppError('method_not_allowed', 'why', { allow: ['GET', 'PUT'] })).Allow).toBe(
      'GET, PUT',
    );
  });
});
