import { generateKeySync } from 'node:crypto';
import { newId, type Clock } from '@app/common';
import type { HttpConfig, ImagesConfig } from '@app/config';
import { KeyRing } from '@app/crypto';
import { ImageLinks } from './image-links';

const HOUR_MS = 3_600_000;
const NOON = Date.parse('2026-06-01T12:00:00Z');

describe('ImageLinks', () => {
  let now = NOON;
  const clock: Clock = { now: () => new Date(now) };
  const http = { publicBaseUrl: 'https://chat.company.example/', aiBasePath: '/ai/v1' } as HttpConfig;
  const images = { urlTtlMs: 24 * HOUR_MS } as ImagesConfig;
  const key = () => ({ id: '1', key: generateKeySync('aes', { length: 256 }) });
  const keyRing = () => new KeyRing([key()]);
  const links = new ImageLinks(http, images, clock, keyRing());
  const id = newId();
  const partsOf = (link: string) => {
    const { searchParams } = new URL(link);
    return { expires: searchParams.get('expires')!, signature: searchParams.get('signature')! };
  };

  beforeEach(() => {
    now = NOON;
  });

  it('creates absolute links below the public address', () => {
    expect(links.to(id)).toMatch(
      `https://chat.company.example/ai/v1/images/${id}?expires=1780401600&signature=`,
    );
  });

  it('accepts its links until they expire [PRIV-99]', () => {
    const { expires, signature } = partsOf(links.to(id));
    now += 24 * HOUR_MS - 1;
    expect(links.isGood(id, expires, signature)).toBe(true);
    now += 1;
    expect(links.isGood(id, expires, signature)).toBe(false);
  });

  it('refuses a link with another image, another expiry, another signature or another key', () => {
    const { expires, signature } = partsOf(links.to(id));
    expect(links.isGood(newId(), expires, signature)).toBe(false);
    expect(links.isGood(id, String(Number(expires) + 1), signature)).toBe(false);
    expect(links.isGood(id, expires, `${signature}x`)).toBe(false);
    expect(links.isGood(id, expires, '')).toBe(false);
    expect(new ImageLinks(http, images, clock, keyRing()).isGood(id, expires, signature)).toBe(false);
  });

  it('accepts a link from before a rotation of the main key while the old key exists', () => {
    const [old, young] = [key(), { ...key(), id: '2' }];
    const { expires, signature } = partsOf(new ImageLinks(http, images, clock, new KeyRing([old])).to(id));
    const isGood = (...keys: [typeof old, ...(typeof old)[]]) =>
      new ImageLinks(http, images, clock, new KeyRing(keys)).isGood(id, expires, signature);
    expect(isGood(young, old)).toBe(true);
    expect(isGood(young)).toBe(false);
  });

  it.each(['', 'NaN', '-1', '1e9', '99999999999999999999', ' 1'])('refuses the expiry %j', (expires) => {
    expect(links.isGood(id, expires, 'x')).toBe(false);
  });
});
