import type { AttemptError } from './outcome';

const TLS =
  /^(ERR_TLS_|ERR_SSL_|CERT_|EPROTO$|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA)/;

/** The category of what a socket threw. */
export function classifyError(error: unknown): AttemptError {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (TLS.test(code)) return 'tls';
  return code === 'ETIMEDOUT' ? 'timeout' : 'connection';
}
