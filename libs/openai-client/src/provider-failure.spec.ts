import { failed, refused, UpstreamRefusal } from './provider-failure';

const error = (fields: object): Error => Object.assign(new Error('no'), fields);

describe('a call without an answer', () => {
  it.each([
    ['a refused connection', error({ code: 'ECONNREFUSED', syscall: 'connect' })],
    ['a host without an address', error({ code: 'ENOTFOUND', syscall: 'getaddrinfo' })],
    ['a certificate that is not valid', error({ code: 'CERT_HAS_EXPIRED' })],
    [
      'refused connections to all addresses',
      new AggregateError([error({ syscall: 'connect' }), error({ syscall: 'connect' })]),
    ],
    ['one of these within an error of a client', error({ cause: error({ syscall: 'connect' }) })],
  ])('was certainly not sent after %s', (_, cause) => {
    expect(failed('The server', cause, false)).toMatchObject({
      code: 'provider_unreachable',
      details: { promptSent: false },
    });
  });

  it.each([
    ['a lost connection', error({ code: 'ECONNRESET', syscall: 'read' })],
    ['a host that is lost on an open connection', error({ code: 'EHOSTUNREACH', syscall: 'read' })],
    ['an alert of TLS', error({ code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' })],
    ['an error without a code', new Error('no')],
    ['no error at all', 'no'],
  ])('may have been sent before %s', (_, cause) => {
    expect(failed('The server', cause, false)).toMatchObject({
      code: 'provider_failed',
      details: { promptSent: true },
    });
  });
});

describe("Gemini's refusal", () => {
  const refusalOf = (error: object, isInList: boolean) => {
    const body = { error: { code: 400, status: 'INVALID_ARGUMENT', ...error } };
    return refused(
      'The server',
      new UpstreamRefusal(400, undefined, JSON.stringify(isInList ? [body] : body)),
    );
  };
  const tooLong = 'The input token count (1054016) exceeds the maximum number of tokens allowed (1048576).';
  const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }];

  it.each([
    ['of a prompt that is too long', { message: tooLong }, 'provider_rejected_length'],
    [
      'of a prompt that is too long, without its length',
      { message: tooLong.replace(' (1054016)', '') },
      'provider_rejected_length',
    ],
    ['of an unknown key', { message: 'API key not valid.', details }, 'provider_misconfigured'],
    ['of another argument', { message: 'no', details: [{ reason: 'OTHER' }, null] }, 'provider_rejected'],
  ])('%s has its own code, alone and in a list', (_, error, code) => {
    expect(refusalOf(error, false)).toMatchObject({ code });
    expect(refusalOf(error, true)).toMatchObject({ code });
  });
});
