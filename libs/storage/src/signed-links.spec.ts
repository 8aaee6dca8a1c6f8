import { generateKeySync } from 'node:crypto';
import { newId, type Clock } from '@app/common';
import type { HttpConfig } from '@app/config';
import { KeyRing } from '@app/crypto';
import { SignedLinks } from './signed-links';

const HOUR_MS = 3_600_000;
const NOON = Date.parse('2026-06-01T12:00:00Z');

describe('SignedLinks', () => {
  let now = NOON;
  const clock: Clock = { now: () => new Date(now) };
  const http = { publicBaseUrl: 'https://chat.company.example/', aiBasePath: '/ai/v1' } as HttpConfig;
  const DAY_MS = 24 * HOUR_MS;
  const key = () => ({ id: '1', key: generateKeySync('aes', { length: 256 }) });
  const keyRing = () => new KeyRing([key()]);
  const links = new SignedLinks(http, clock, keyRing());
  const id = newId();
  const partsOf = (link: string) => {
    const { searchParams } = new URL(link);
    return { expires: searchParams.get('expires')!, signature: searchParams.get('signature')! };
  };

  beforeEach(() => {
    now = NOON;
  });

  it('creates absolute links below the public address', () => {
    expect(links.to('image', id, DAY_MS)).toMatch(
      `https://chat.company.example/ai/v1/images/${id}?expires=1780401600&signature=`,
    );
  });

  it('accepts its links until they expire [PRIV-99]', () => {
    const { expires, signature } = partsOf(links.to('image', id, DAY_MS));
    now += DAY_MS - 1;
    expect(links.isGood('image', { id, expires, signature })).toBe(true);
    now += 1;
    expect(links.isGood('image', { id, expires, signature })).toBe(false);
  });

  it('refuses a link with another kind, another id, another expiry, another signature or another key', () => {
    const { expires, signature } = partsOf(links.to('image', id, DAY_MS));
    expect(links.isGood('file', { id, expires, signature })).toBe(false);
    expect(links.isGood('image', { id: newId(), expires, signature })).toBe(false);
    expect(links.isGood('image', { id, expires: String(Number(expires) + 1), signature })).toBe(false);
    expect(links.isGood('image', { id, expires, signature: `${signature}x` })).toBe(false);
    expect(links.isGood('image', { id, expires, signature: '' })).toBe(false);
    expect(new SignedLinks(http, clock, keyRing()).isGood('image', { id, expires, signature })).toBe(false);
  });

  it('accepts a link from before a rotation of the main key while the old key exists', () => {
    const [old, young] = [key(), { ...key(), id: '2' }];
    const { expires, signature } = partsOf(
      new SignedLinks(http, clock, new KeyRing([old])).to('image', id, DAY_MS),
    );
    const isGood = (...keys: [typeof old, ...(typeof old)[]]) =>
      new SignedLinks(http, clock, new KeyRing(keys)).isGood('image', { id, expires, signature });
    expect(isGood(young, old)).toBe(true);
    expect(isGood(young)).toBe(false);
  });

  it.each(['', 'NaN', '-1', '1e9', '99999999999999999999', ' 1'])('refuses the expiry %j', (expires) => {
    expect(links.isGood('image', { id, expires, signature: 'x' })).toBe(false);
  });
});
