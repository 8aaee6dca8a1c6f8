import type { Response } from 'express';
import { readGatewayInput, showDropped } from './gateway-headers';

function headerFor(names: readonly string[]): string | undefined {
  let header: string | undefined;
  const response = { setHeader: (_: string, value: string) => (header = value) };
  showDropped(response as unknown as Response, names);
  return header;
}

describe('X-Dropped-Parameters', () => {
  const many = Array.from({ length: 25 }, (_, i) => `field_${i}`);

  it.each<[string, readonly string[], string | undefined]>([
    ['is absent where nothing was dropped', [], undefined],
    ['names what was dropped', ['note', 'reasoning.whose'], 'note, reasoning.whose'],
    [
      'counts names that no header takes',
      ['note', 'Hans Müller', 'a\r\nSet-Cookie: b', 'x'.repeat(65)],
      'note, +3',
    ],
    ['counts those alone', ['ü'], '+1'],
    ['names at most twenty', many, `${many.slice(0, 20).join(', ')}, +5`],
  ])('%s', (_, names, expected) => {
    expect(headerFor(names)).toBe(expected);
  });
});

describe('X-Case', () => {
  const read = (caseId: string | undefined, replacements?: string) =>
    readGatewayInput(
      {},
      {
        anonymize: undefined,
        replacements,
        usual: 'surrogates',
        caseId,
        onDropped: () => undefined,
        onProtection: () => undefined,
      },
    ).inCase;

  it('names the case, and a style only if X-Replacements does', () => {
    expect(read('id')).toEqual({ caseId: 'id', field: 'X-Case' });
    expect(read('id', 'placeholders')).toEqual({ caseId: 'id', field: 'X-Case', style: 'placeholders' });
  });

  it('is read if it is empty, so that the call is refused, and absent if there is none', () => {
    expect(read('')).toEqual({ caseId: '', field: 'X-Case' });
    expect(read(undefined)).toBeUndefined();
  });
});
