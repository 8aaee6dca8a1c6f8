import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ZodRawShape } from 'zod';
import type * as Settings from './parse-settings';
import { duration, durations, flag, integer, list, oneOf, rate, retention, size, url } from './setting-types';

/** Parses the settings in a fresh module registry: a process reads its environment once. */
function parse<S extends ZodRawShape>(shape: S, env: Record<string, string>) {
  const before = process.env;
  process.env = env;
  try {
    let settings!: typeof Settings;
    jest.isolateModules(() => (settings = jest.requireActual<typeof Settings>('./parse-settings')));
    return settings.parseSettings(shape);
  } finally {
    process.env = before;
  }
}

describe('the names of Object.prototype', () => {
  it.each(Object.getOwnPropertyNames(Object.prototype))('are not valid values of any setting: %s', (word) => {
    const types = [duration('1h'), durations('1s'), size('1KiB'), integer(3), flag(false), oneOf(['a'], 'a')];
    for (const type of [...types, url('http'), rate('60/1m'), retention('off')])
      expect(() => parse({ NAME: type }, { NAME: word })).toThrow(/^NAME: expected /);
  });
});

describe('parseSettings', () => {
  it.each([
    [duration('1h'), '500ms', 500],
    [duration('1h'), '30d', 2_592_000_000],
    [duration('1h'), undefined, 3_600_000],
    [durations('5s,1m'), '1s, 2m', [1_000, 120_000]],
    [size('1KiB'), '25MiB', 26_214_400],
    [size('1KiB'), '1000', 1_000],
    [integer(3, 1, 5), '5', 5],
    [flag(false), 'true', true],
    [list('a'), ' b , c ,', ['b', 'c']],
    [oneOf(['on', 'off'], 'on'), 'off', 'off'],
    [url('https'), 'https://a.example/v1', 'https://a.example/v1'],
  ])('reads %#: %j as %j', (schema, text, value) => {
    expect(parse({ NAME: schema }, text === undefined ? {} : { NAME: text })).toEqual({ NAME: value });
  });

  it.each([
    [duration('1h'), '5 minutes', 'NAME: expected a duration such as 500ms, 5s, 1m, 2h or 30d'],
    [durations('5s'), '5s,soon', 'NAME: expected durations, separated by commas, such as 5s,1m,5m'],
    [size('1KiB'), '25MB', 'NAME: expected a size such as 25MiB, 64KiB or a number of bytes'],
    [integer(3, 1, 5), '6', 'NAME: expected a whole number from 1 to 5'],
    [integer(3, 1, 5), '2.5', 'NAME: expected a whole number from 1 to 5'],
    [flag(false), 'yes', 'NAME: expected true or false'],
    [oneOf(['on', 'off'], 'on'), 'maybe', 'NAME: expected one of on, off'],
    [url('https'), 'http://a.example', 'NAME: expected an address that begins with https://'],
    [url('https'), undefined, 'NAME: is missing; expected an address that begins with https://'],
  ])('refuses %#: %j in one line that names the variable, not its value', (schema, text, line) => {
    const env: Record<string, string> = text === undefined ? {} : { NAME: text };
    expect(() => parse({ NAME: schema }, env)).toThrow(
      expect.objectContaining({ name: 'ConfigError', message: line }),
    );
  });

  it('counts an empty variable as unset', () => {
    expect(parse({ NAME: integer(7) }, { NAME: '' })).toEqual({ NAME: 7 });
  });

  it('names every invalid variable', () => {
    expect(() => parse({ A: integer(1), B: flag(true) }, { A: 'x', B: 'x' })).toThrow(/^A: .*; B: [^\n]*$/);
  });

  describe('with files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'privacy-chat-config-'));
    afterAll(() => rmSync(folder, { recursive: true }));

    it('reads a secret from the file that NAME_FILE names [PRIV-96]', () => {
      writeFileSync(join(folder, 'secret'), 'https://s3cret.example\n');
      expect(parse({ NAME: url('https') }, { NAME_FILE: join(folder, 'secret') })).toEqual({
        NAME: 'https://s3cret.example',
      });
    });

    it('reports a file that cannot be read', () => {
      expect(() => parse({ NAME: url('https') }, { NAME_FILE: join(folder, 'nowhere') })).toThrow(
        /^NAME_FILE: names a file/,
      );
    });

    it('completes the environment from runtime.env, and prefers the environment', () => {
      writeFileSync(join(folder, 'runtime.env'), 'A=1\nB=2\n');
      const shape = { A: integer(0), B: integer(0) };
      expect(parse(shape, { DATA_DIR: folder, B: '3' })).toEqual({ A: 1, B: 3 });
    });

    it('reads no runtime.env in production', () => {
      writeFileSync(join(folder, 'runtime.env'), 'A=1\n');
      expect(parse({ A: integer(0) }, { DATA_DIR: folder, NODE_ENV: 'production' })).toEqual({ A: 0 });
    });
  });
});
