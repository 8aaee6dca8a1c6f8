/** One kind of failure. Its code is a promise to clients, which must not depend on its message. */
interface Failure {
  /** The HTTP status of the response. */
  status: number;
  /** The condition under which it occurs, for the documentation. */
  when: string;
  /** False if a retry fails until the caller or an operator changes something. */
  retry?: false;
  /** The code that the gateway returns instead, as OpenAI's clients know it, and its status if that differs. */
  gateway?: { code: string; status?: number };
}

/** The gateway's code for every failure of a provider without a more specific code. */
const UPSTREAM_FAILED = { code: 'upstream_failed' };

/**
 * Every failure of the service by its stable code (contract: Error codes). The first code of a status is its general one.
 * The gateway returns the general code for the other failures of a status, unless they have a gateway code.
 */
export const FAILURES = {
  bad_request: { status: 400, when: 'The request is malformed, or a field is invalid: `errors` names it' },
  blocked_by_policy: { status: 400, when: 'A text contains a kind of personal data that the policy blocks' },
  protection_required: { status: 400, when: 'The policy does not allow calls in which no kind is searched' },
  not_supported: {
    status: 400,
    when: 'This service, or the engine of this deployment, does not offer what the request asks for',
    gateway: { code: 'not_supported' },
  },
  server_tool_refused: {
    status: 400,
    when: 'The provider would run the tools of the request itself, with the content of its messages',
  },
  prompt_too_long: { status: 400, when: 'The prompt does not fit into the context of the model' },
  invalid_file: { status: 400, when: 'A file cannot be read as the type that its name indicates' },
  file_unverifiable: {
    status: 400,
    when: 'A value is left in the anonymized file, which is therefore not returned',
  },
  tracked_changes: {
    status: 400,
    when: 'A file to anonymize has tracked changes: accept or reject all of them first',
  },
  image_unreadable: {
    status: 400,
    when: 'An image in a prompt cannot be read well enough, or a value is left in it',
    gateway: { code: 'image_unreadable' },
  },
  style_conflict: { status: 400, when: 'The chat or case uses the other style of replacements' },
  mapping_invalid: {
    status: 400,
    when: 'The mapping is malformed, changed or expired, or belongs to another user',
  },
  unauthenticated: { status: 401, when: 'The token or key is missing, malformed, expired or revoked' },
  invalid_credentials: { status: 401, when: 'The password is wrong' },
  account_inactive: { status: 401, when: 'The user does not exist, or is deactivated' },
  second_factor_required: { status: 401, when: 'The password is right, and `otp` is missing' },
  second_factor_invalid: { status: 401, when: '`otp` is wrong, or was used before' },
  password_change_required: { status: 401, when: 'The one-time password only allows setting a new password' },
  invitation_invalid: { status: 401, when: 'The invitation is wrong, expired, used or replaced' },
  forbidden: {
    status: 403,
    when: 'The role of the user, or the scope of the key, does not allow the request',
  },
  not_granted: { status: 403, when: 'The operator did not grant the endpoint to the organization' },
  second_factor_setup_required: {
    status: 403,
    when: 'The organization requires a second factor, and the user has none',
  },
  password_login_off: { status: 403, when: 'The operator allows single sign-on only' },
  provider_storage_off: {
    status: 403,
    when: 'The policy does not allow that requests are stored at a provider, as batches are',
    gateway: { code: 'provider_storage_off' },
  },
  not_found: { status: 404, when: 'The address, or the object that it names, does not exist for the caller' },
  model_not_found: {
    status: 404,
    when: 'The caller may use no model with this id',
    gateway: { code: 'model_not_found' },
  },
  method_not_allowed: { status: 405, when: 'The address exists with another method: see `Allow`' },
  request_timeout: { status: 408, when: 'The request arrives too slowly' },
  conflict: { status: 409, when: 'The state of the addressed object does not allow the request' },
  case_closed: {
    status: 409,
    when: 'The case of the chat or job was deleted, has expired, or is no longer shared',
  },
  case_full: { status: 409, when: 'The case has as many entities as a case may have' },
  case_limit: { status: 409, when: 'The user has as many open cases as a user may have' },
  ambiguous_value: { status: 409, when: 'Several entities of the case have this value' },
  not_forgettable: { status: 409, when: 'The value is a date, which all dates of the case reveal' },
  gone: { status: 410, when: 'The content was deleted' },
  precondition_failed: { status: 412, when: '`If-Match` is not the current version' },
  too_large: { status: 413, when: 'The request or one of its parts is larger than the limit' },
  too_many_values: {
    status: 413,
    when: 'The texts contain more personal values than one request may hide',
    gateway: { code: 'too_large' },
  },
  unsupported_media_type: { status: 415, when: 'The endpoint does not accept this content type' },
  upgrade_refused: {
    status: 426,
    when: 'The request asks for a WebSocket, which the service does not offer',
  },
  too_many_requests: { status: 429, when: 'A rate limit is reached: see `Retry-After`' },
  budget_exceeded: {
    status: 429,
    when: 'The rest of a budget is too small for the call',
    gateway: { code: 'budget_exceeded' },
  },
  too_many_failures: { status: 429, when: 'Too many logins or codes failed: see `Retry-After`' },
  internal: { status: 500, when: 'The service failed; its log has the details under the request id' },
  provider_failed: {
    status: 502,
    when: 'The provider answered with a server error or an invalid response',
    gateway: UPSTREAM_FAILED,
  },
  provider_unreachable: {
    status: 502,
    when: 'The provider could not be reached',
    gateway: UPSTREAM_FAILED,
  },
  provider_broke_off: {
    status: 502,
    when: 'The answer ended before it was complete',
    gateway: UPSTREAM_FAILED,
  },
  provider_rate_limited: {
    status: 502,
    when: 'The provider accepts no more requests for now',
    gateway: { code: 'too_many_requests', status: 429 },
  },
  provider_rejected: {
    status: 502,
    when: 'The provider refused the request for another reason',
    gateway: { code: 'bad_request', status: 400 },
  },
  provider_rejected_length: {
    status: 502,
    when: 'The prompt is longer than the context of the model at the provider',
    gateway: { code: 'context_length_exceeded', status: 400 },
  },
  provider_content_filter: {
    status: 502,
    when: 'The content filter of the provider refused the request',
    gateway: { code: 'content_filter', status: 400 },
  },
  provider_model_unknown: {
    status: 502,
    when: 'The provider does not know the model, or its address has no such endpoint',
    retry: false,
    gateway: { code: 'model_not_found', status: 404 },
  },
  provider_misconfigured: {
    status: 502,
    when: 'The provider refused the key or the rights of this service',
    retry: false,
    gateway: { code: 'provider_configuration' },
  },
  engine_failed: { status: 502, when: 'The speech engine of this service failed', gateway: UPSTREAM_FAILED },
  unavailable: { status: 503, when: 'A store or detection cannot be reached for now' },
  maintenance: {
    status: 503,
    when: 'The operator turned maintenance on: the service only shows and deletes data',
  },
  not_configured: {
    status: 503,
    when: 'The operator did not configure what the request needs',
    retry: false,
  },
  provider_timeout: {
    status: 504,
    when: 'The provider did not answer in time',
    gateway: { code: 'upstream_timeout' },
  },
  engine_timeout: {
    status: 504,
    when: 'The speech engine of this service took too long',
    gateway: { code: 'upstream_timeout' },
  },
} as const satisfies Record<string, Failure>;

/** The stable code of a failure. */
export type ErrorCode = keyof typeof FAILURES;

/** Codes of failed jobs that no request returns. */
export const JOB_FAILURES = {
  unsupported_audio: 'The recording cannot be decoded, is damaged or contains no audio',
  no_words: 'The recording contains speech, but no word was recognized',
  cancelled: 'The owner cancelled the job',
  attempts_exhausted: 'Every attempt failed or was interrupted',
} as const;

/** Codes of requests with which jobs end, too: another run is refused again. */
export const FINAL_FAILURES = [
  'blocked_by_policy',
  'invalid_file',
  'file_unverifiable',
  'tracked_changes',
  'too_large',
  'too_many_values',
  'not_supported',
  'case_closed',
  'case_full',
] as const satisfies readonly ErrorCode[];

/** The reason why a job failed. */
export type JobErrorCode = keyof typeof JOB_FAILURES | (typeof FINAL_FAILURES)[number];

const definitionOf = (code: ErrorCode): Failure => FAILURES[code];

export const statusOf = (code: ErrorCode): number => definitionOf(code).status;

/** Returns whether a retry may succeed without a change by the caller or an operator. */
export const mayRetry = (code: ErrorCode): boolean => definitionOf(code).retry !== false;

/** Returns the general code of a status that a library chose. */
export const codeOfStatus = (status: number): ErrorCode =>
  (Object.keys(FAILURES) as ErrorCode[]).find((code) => statusOf(code) === status) ??
  (status >= 400 && status < 500 ? 'bad_request' : 'internal');

/** Returns the code and status that the gateway returns, as OpenAI's clients know them. */
export function atGateway(code: ErrorCode): { code: string; status: number } {
  const { status, gateway } = definitionOf(code);
  return { code: gateway?.code ?? codeOfStatus(status), status: gateway?.status ?? status };
}
