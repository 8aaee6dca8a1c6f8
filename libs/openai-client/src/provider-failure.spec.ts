import { failed } from './provider-failure';

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
