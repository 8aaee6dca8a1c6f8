import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { atGateway, codeOfStatus, FAILURES, mayRetry, statusOf, type ErrorCode } from '@app/common';

const PAGE = readFileSync(resolve(__dirname, '../../../../docs/reference/errors.md'), 'utf8');
const CODES = Object.keys(FAILURES) as ErrorCode[];

const cells = (row: string): string[] =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

function rowOf(code: ErrorCode): string[] {
  const gateway = atGateway(code);
  const shown =
    gateway.status === statusOf(code) ? `\`${gateway.code}\`` : `${gateway.status} \`${gateway.code}\``;
  return [`\`${code}\``, `${statusOf(code)}`, FAILURES[code].when, mayRetry(code) ? '' : 'no', shown];
}

describe('error codes', () => {
  it('are in docs/reference/errors.md with status, condition and the answer of the gateway', () => {
    const rows = PAGE.split('\n').filter((line) => line.startsWith('| `'));
    expect(rows.map(cells)).toEqual(CODES.map(rowOf));
  });

  it('are lower snake case', () => {
    expect(CODES.filter((code) => !/^[a-z]+(?:_[a-z]+)*$/.test(code))).toEqual([]);
  });

  it('have a general code for each status', () => {
    for (const code of CODES) expect(statusOf(codeOfStatus(statusOf(code)))).toBe(statusOf(code));
    expect([codeOfStatus(418), codeOfStatus(599)]).toEqual(['bad_request', 'internal']);
  });

  it('have the published codes at the gateway', () => {
    const published = new Set(CODES.map((code) => atGateway(code).code));
    expect([...published].toSorted()).toEqual([
      'bad_request',
      'budget_exceeded',
      'conflict',
      'content_filter',
      'context_length_exceeded',
      'forbidden',
      'gone',
      'image_unreadable',
      'internal',
      'method_not_allowed',
      'model_not_found',
      'not_found',
      'not_supported',
      'precondition_failed',
      'provider_configuration',
      'provider_storage_off',
      'request_timeout',
      'too_large',
      'too_many_requests',
      'unauthenticated',
      'unavailable',
      'unsupported_media_type',
      'upgrade_refused',
      'upstream_failed',
      'upstream_timeout',
    ]);
  });
});
