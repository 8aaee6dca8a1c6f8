/**
 * The rows of the interface: every field, endpoint, status, state, event and error that clients rely on, in the interface's
 * order. The suite has exactly one check for each id; a missing check does not compile.
 */
export const INTERFACE_ROWS = {
  'service / login': 'lets a user log in with a user name and password and receive a JWT token',
  'service / jobs': 'accepts transcription and anonymization jobs, delivers by POST to a webhook URL',
  'service / grants': 'the two job endpoints are not generally available; access is granted on request',
  'service / chat': 'the prompt can be anonymized first; the answer comes back as replaced_response',
  'service / sessions': 'stores chats per user; a chat can be listed, read, renamed and deleted',
  'service / files': 'files can be uploaded and attached to a chat prompt',
  'service / usage': 'token usage can be queried per organization',
  'service / images': 'images can be generated from a prompt',
  'service / one id': 'session id and chat id name the same entity and are interchangeable',
  'service / identity':
    "the user's e-mail and organization id are taken from the token, never from request fields",

  'login request / userName': 'string, required',
  'login request / password': 'string, required',
  'login response / jwtToken': 'string (JWT)',
  'login response / refreshToken': 'string',
  'login error / errorDate':
    'timestamp with milliseconds and numeric zone offset, like 2025-08-04T08:37:24.129+0000',
  'login error / errorMessage': 'human-readable message',

  'transcription job / file': 'multipart part, required; audio; .mp3 .wav .m4a .ogg',
  'transcription job / lang': 'string, required; language code such as en, de',
  'transcription job / webhook_url': 'string, required; HTTPS endpoint that receives the result',
  'transcription acceptance / status': 'string, value accepted',
  'transcription acceptance / job_id': 'string, UUID form',

  'anonymization job / text': 'string; text to anonymize',
  'anonymization job / lang': 'string; described as en, de; the sample uses eng',
  'anonymization job / webhook_url': 'string; HTTPS endpoint that receives the result',
  'anonymization job / choices': 'array of string; Names, Emails, Phone',
  'anonymization acceptance / success': 'boolean',
  'anonymization acceptance / message': 'string',
  'anonymization acceptance / response_code': 'integer',
  'anonymization acceptance / nothing else': 'no job id and no status field',

  'entity map / Emails': 'optional key, array of strings',
  'entity map / Names': 'optional key, array of strings',
  'entity map / Phone': 'optional key, array of strings',

  'chat list / data': 'object mapping a chat id to a chat name',
  'chat history / anonymized_values': 'entity map',
  'chat history / prompts': 'array of prompt entries',
  'prompt entry / responseType': 'string, e.g. text',
  'prompt entry / originalPrompt': 'string',
  'prompt entry / anonymizedPrompt': 'string',
  'prompt entry / response': 'string, anonymized response',

  'envelope / success': 'boolean, in responses of history and upload',
  'envelope / message': 'string, in responses of history and upload',
  'envelope / data': 'in responses of history and upload',
  'envelope / response_code': 'integer, in history by id',

  'chat result / session_id': 'string, chat id',
  'chat result / anonymized_prompt': 'string, user prompt after anonymization',
  'chat result / replaced_response': 'string, model response after replacement',
  'chat result / anonymized_values': 'entity map',
  'chat result / total_tokens': 'string or number (shown quoted), tokens consumed for the prompt',

  'anonymize result / anonymized_prompt': 'string',
  'anonymize result / anonymized_values': 'entity map',
  'anonymize result / detected_values': 'entity map',

  'image result / chat_id': 'string',
  'image result / image_url': 'string, link to the generated image',

  'job state / transcribe: none -> accepted': 'valid request: status accepted and job_id; queued',
  'job state / transcribe: accepted -> completed': 'webhook POST with status completed and transcript',
  'job state / transcribe: accepted -> failed': 'e.g. unsupported audio format: status failed and error',
  'job state / anonymize: none -> accepted': 'valid request: success true, message, response_code',
  'job state / anonymize: accepted -> completed': 'webhook POST with anonymized_text',
  'job state / anonymize: accepted -> failed': 'webhook POST with error',
  'session state / none -> exists': 'POST chat, chat_id empty or omitted: a new chat; session_id returned',
  'session state / exists -> exists': 'POST chat, chat_id given: prompt added to that chat',
  'session state / exists -> deleted': 'DELETE delete-session/{session_id}, valid id: 200',
  'session state / exists -> renamed': 'POST rename-session, valid id and name: 200',

  'endpoint / login': 'POST {idm_base}/auth/login, application/json, 200',
  'endpoint / transcribe': 'POST {ai_base}/job/transcribe, multipart/form-data; result delivered by webhook',
  'endpoint / anonymization job':
    'POST {ai_base}/job/anonymize, application/json; result delivered by webhook',
  'endpoint / history': 'GET {ai_base}/history, no parameters, 200 for the authenticated user',
  'endpoint / chat history': 'GET {ai_base}/history/{chat_id}, path parameter required, 200',
  'endpoint / upload': 'POST {ai_base}/upload, 200: data = file id, usable later as doc in chat',
  'upload / File-Name': 'header, carries the name of the file',
  'endpoint / anonymize': 'POST {ai_base}/anonymize, all fields required, 200',
  'anonymize / lang': 'string; language for anonymization (eng)',
  'anonymize / prompt': 'string; input text',
  'anonymize / choices': 'array of string; entities to anonymize',
  'anonymize / model': 'string; model to use',
  'anonymize / anonymized': 'boolean; flag that determines the anonymization type',
  'endpoint / chat': 'POST {ai_base}/chat, 200: chat result',
  'chat / lang': 'string, required; language for name detection (eng, ger)',
  'chat / prompt': 'string, required',
  'chat / choices': 'array of string, required; Names, Emails, Phone and Name, Email, Phone',
  'chat / model': 'string, required',
  'chat / chat_id': 'string; empty or omitted means a new chat',
  'chat / doc': 'string; document id of an uploaded file; empty when no document',
  'chat / anonymized': 'boolean, required; the sample spells it anonymize',
  'endpoint / delete-session': 'DELETE {ai_base}/delete-session/{session_id}, 200: session deleted',
  'endpoint / rename-session': 'POST {ai_base}/rename-session, 200: session renamed',
  'rename-session / session_id': 'string, required',
  'rename-session / new_name': 'string, required',
  'endpoint / get-token-usage':
    'POST {ai_base}/get-token-usage, 200: token usage of the organization in the token',
  'get-token-usage / start_date': 'string, required; Unix milliseconds or ISO 8601 UTC',
  'get-token-usage / end_date': 'string, required; Unix milliseconds or ISO 8601 UTC',
  'endpoint / generate-image': 'POST {ai_base}/generate-image, 200: image result',
  'generate-image / chat_id': 'string, optional',
  'generate-image / prompt': 'string, required',

  'authentication / 1': 'the token is obtained from login, without an Authorization header',
  'authentication / 2': 'every other endpoint takes Authorization: Bearer <JWT_TOKEN>',
  'authentication / 3': "the user's e-mail and organization id are derived from the token",
  'authentication / 4': 'the login response also returns refreshToken',
  'authentication / 5':
    'login and anonymization job: application/json; transcription job: multipart/form-data',

  'event / delivery': 'HTTP POST with Content-Type application/json to the webhook_url given at submission',
  'event / transcription completed': 'job_id, status completed, transcript',
  'event / transcription failed': 'job_id, status failed, error (e.g. an unsupported audio format)',
  'event / anonymization completed': 'job_id, status completed, anonymized_text',
  'event / anonymization failed': 'job_id, status failed, error',

  'error / login, wrong password': 'errorDate, errorMessage = Invalid UserName or Password!',
  'error / login, unknown or inactive user': 'errorDate, errorMessage = UserNotfound Or Inactive <userName>',
  'error / upload, invalid file': 'HTTP 400',
  'error / delete-session, invalid session id': 'HTTP 400',
  'error / rename-session, invalid session id or name': 'HTTP 400',
  'error / get-token-usage, invalid date range': 'HTTP 400',
  'error / generate-image': 'HTTP 400',
  'error / webhook, job failure': 'status failed with error string',

  'version / prefix': 'version 1.0 under the fixed path prefix; no version segment other than the prefix',
} as const satisfies Record<string, string>;

export type RowId = keyof typeof INTERFACE_ROWS;
