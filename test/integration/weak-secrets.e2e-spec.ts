import { createECDH, createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { runProgramToEnd } from '@app/testing';

const signing = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ format: 'der', type: 'pkcs8' })
    .toString('base64');

/** A P-256 key with the private number of RFC 6979, A.2.5, which is public. */
function publishedKey(): string {
  const d = Buffer.from('c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721', 'hex');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(d);
  const point = pair.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const key = { kty: 'EC', crv: 'P-256', d: d.toString('base64url'), x: x!, y: y! };
  return createPrivateKey({ key, format: 'jwk' }).export({ format: 'der', type: 'pkcs8' }).toString('base64');
}

const [api, worker] = ['dist/apps/api/src/main.js', 'dist/apps/worker/src/main.js'];

/** One example for each program. All settings: `libs/config/src/weak-settings.spec.ts`. */
describe('in production', () => {
  const sound = {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production',
    PORT: '0',
    DETECTION_THREADS: '1',
    WORKER_PORT: '0',
    // No server listens there: a start that passes the check of its settings reports that instead.
    DATABASE_URL: `postgres://chat:${randomBytes(16).toString('hex')}@127.0.0.1:1/chat`,
    REDIS_URL: `redis://:${randomBytes(16).toString('hex')}@127.0.0.1:1/0`,
    ENCRYPTION_KEYS: `one:${randomBytes(32).toString('base64')}`,
    JWT_KEYS: `one:${signing()}`,
  };
  const start = async (script: string, env: Record<string, string>): Promise<string> => {
    const failure = await runProgramToEnd(script, [], { ...sound, ...env }).catch((error: unknown) => error);
    const [, said = ''] = /ended with 1: ([^]*)$/.exec((failure as Error).message) ?? [];
    return said;
  };

  it.each<[string, string, Record<string, string>]>([
    ['JWT_KEYS', api, { JWT_KEYS: `one:${publishedKey()}` }],
    ['DATABASE_URL', worker, { DATABASE_URL: 'postgres://postgres:postgres@127.0.0.1:1/chat' }],
  ])('a weak %s stops the start with one line [PRIV-11]', async (name, script, env) => {
    const said = await start(script, env);
    expect(said).toMatch(/^[^\n]+\n$/);
    const message = new RegExp(`^${name}: is a default or easily guessed; expected [^\\n]+$`);
    expect(JSON.parse(said)).toMatchObject({
      event: 'process.failed',
      message: expect.stringMatching(message),
    });
    for (const value of Object.values(env)) expect(said).not.toContain(value);
  });

  it('strong ones are accepted', async () => {
    expect(await start(api, {})).not.toMatch(/easily guessed/);
  });
});
