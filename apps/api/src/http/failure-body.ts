import type { AppError } from '@app/common';
import type { HttpConfig } from '@app/config';
import { STATUS } from './status-codes';

type Bases = Pick<HttpConfig, 'aiBasePath' | 'idmBasePath'>;

/** The failure body of the family of endpoints that `path` belongs to (contract: Chat). */
export function failureBody(
  error: AppError,
  path: string,
  { aiBasePath, idmBasePath }: Bases,
  now: Date,
): object {
  if (isBelow(path, idmBasePath)) return { errorDate: errorDate(now), errorMessage: error.message };
  if (isBelow(path, `${aiBasePath}/openai/v1`)) return openAiError(error);
  return envelope(error);
}

/** The envelope of {ai_base}. */
export const envelope = ({ code, message, details: { errors } }: AppError): object => ({
  success: false,
  message,
  response_code: STATUS[code],
  ...(errors?.length && { errors }),
});

/** OpenAI's error object, for its clients. */
export const openAiError = ({ code, message, details: { errors, reason } }: AppError): object => ({
  error: {
    message,
    type: STATUS[code] < 500 ? 'invalid_request_error' : 'server_error',
    param: errors?.[0]?.field ?? null,
    code: reason ?? code,
  },
});

/** Routes are found whatever the case of their letters. */
const isBelow = (path: string, base: string): boolean =>
  `${path}/`.toLowerCase().startsWith(`${base}/`.toLowerCase());

/** `2025-08-04T08:37:24.129+0000` */
const errorDate = (now: Date): string => now.toISOString().replace('Z', '+0000');
