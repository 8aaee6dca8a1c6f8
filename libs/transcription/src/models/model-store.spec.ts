import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shippedModel } from '../speech/shipped-model';
import { ImportModel, ImportVoiceEncoder } from './import-model';
import { InstalledModels } from './installed-models';
import { ListModels } from './list-models';
import { OWN_CATALOGUE } from './model-catalogue';
import { PullModel } from './pull-model';
import { VerifyModels } from './verify-models';

const quietly = () => undefined;

describe('The model store', () => {
  let folder: string;
  let modelsDir: string;
  let files: { encoder: string; decoder: string; tokens: string };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'model-store-'));
    modelsDir = join(folder, 'models');
    mkdirSync(modelsDir);
    const file = (name: string, content: string) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    files = {
      encoder: file('e.onnx', 'encoder'.repeat(1000)),
      decoder: file('d.onnx', `${'x'.repeat(65_530)}cross_attention_weights`),
      tokens: file('tokens.txt', 'IQ== 0\n'),
    };
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const imported = (name = 'mine', languages = ['en', 'de']) =>
    new ImportModel(modelsDir).execute({ name, languages, files });

  describe('import', () => {
    it('makes a model usable, and detects whether it can time its tokens', async () => {
      expect(await imported()).toMatchObject({ name: 'mine', alignment: true });
      expect(await new InstalledModels(modelsDir).usable()).toMatchObject([
        { name: 'mine', languages: ['en', 'de'] },
      ]);
    });

    it.each([
      ['a name that would leave the folder', { name: '../mine' }],
      ['a language that is no code', { languages: ['German'] }],
    ])('refuses %s, and leaves no files', async (_, change) => {
      const importing = new ImportModel(modelsDir).execute({
        name: 'mine',
        languages: ['en'],
        files,
        ...change,
      });

      await expect(importing).rejects.toMatchObject({ code: 'bad_request' });
      expect(await new ListModels(modelsDir).execute()).toEqual(
        expect.not.arrayContaining([expect.objectContaining({ installed: true })]),
      );
    });

    it.each([
      ['is no ONNX file of sherpa-onnx', Buffer.from('voices'), /framework/],
      ['has another sample rate', property('sample_rate', '8000'), /sample_rate must be 16000/],
      ['computes too many values', property('output_dim', '9000'), /output_dim/],
    ])('refuses an encoder of voices that %s', async (_, end, message) => {
      const encoder = join(folder, 'voices.onnx');
      const start = end.length > 6 ? readFileSync(shippedModel('voice-encoder.onnx')) : Buffer.alloc(0);
      writeFileSync(encoder, Buffer.concat([start, end]));
      const thresholds = { sameSpeaker: 0.8, leastLink: 0.5 };

      await expect(
        new ImportVoiceEncoder(modelsDir).execute({ name: 'mine', encoder, thresholds }),
      ).rejects.toMatchObject({ code: 'bad_request', message: expect.stringMatching(message) });
    });

    it('does not replace an existing model', async () => {
      await imported();

      await expect(imported()).rejects.toMatchObject({ code: 'conflict' });
    });
  });

  describe('the choice of a model', () => {
    it('is the largest that supports the language', async () => {
      await imported('small', ['en', 'de']);
      writeFileSync(files.encoder, 'encoder'.repeat(2000));
      await imported('large', ['en']);
      const models = new InstalledModels(modelsDir);

      expect((await models.forLanguage('en')).name).toBe('large');
      expect((await models.forLanguage('de')).name).toBe('small');
    });

    it('is the configured model, and no other', async () => {
      await imported('small');

      await expect(new InstalledModels(modelsDir, 'large').usable()).rejects.toMatchObject({
        code: 'not_configured',
        message: expect.stringContaining('TRANSCRIPTION_MODEL'),
      });
    });

    it('reports what to do if there is none', async () => {
      await expect(new InstalledModels(join(folder, 'nowhere')).usable()).rejects.toMatchObject({
        code: 'not_configured',
        message: expect.stringMatching(/npm run models.*TRANSCRIPTION_BASE_URL/),
      });
    });

    it('reports what to do if the encoder of voices is not installed', async () => {
      await imported();

      await expect(new InstalledModels(modelsDir).voiceEncoder('mine')).rejects.toMatchObject({
        code: 'not_configured',
        message: expect.stringMatching(/SPEAKER_MODEL.*npm run models/),
      });
    });

    it('skips an incomplete model', async () => {
      await imported();
      rmSync(join(modelsDir, 'mine/e.onnx'));

      await expect(new InstalledModels(modelsDir).usable()).rejects.toMatchObject({ code: 'not_configured' });
    });
  });

  describe('verify', () => {
    it('distinguishes a complete model from a damaged one', async () => {
      await imported('good');
      await imported('bad');
      const damaged = readFileSync(join(modelsDir, 'bad/e.onnx'));
      damaged[5]! ^= 1;
      writeFileSync(join(modelsDir, 'bad/e.onnx'), damaged);

      expect(await new VerifyModels(modelsDir).execute()).toEqual(
        expect.arrayContaining([
          { name: 'good', state: 'whole' },
          { name: 'bad', state: 'e.onnx is damaged' },
        ]),
      );
    });
  });

  describe('pull', () => {
    let requests: IncomingMessage[];
    let answer: (request: IncomingMessage, response: ServerResponse, archive: Buffer) => void;
    const server = createServer((request, response) => {
      requests.push(request);
      answer(request, response, archive);
    });
    let archive: Buffer;
    beforeAll(() => new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening)));
    afterAll(() => new Promise((closed) => server.close(closed)));
    beforeEach(() => {
      requests = [];
      answer = withRanges;
      execFileSync('tar', [
        '-cjf',
        join(folder, 'a.tar.bz2'),
        '-C',
        folder,
        'e.onnx',
        'd.onnx',
        'tokens.txt',
      ]);
      archive = readFileSync(join(folder, 'a.tar.bz2'));
      list(createHash('sha256').update(archive).digest('hex'));
    });

    const list = (sha256: string) => {
      const { port } = server.address() as AddressInfo;
      const members = { encoder: 'e.onnx', decoder: 'd.onnx', tokens: 'tokens.txt' };
      const url = `http://127.0.0.1:${port}/a.tar.bz2`;
      const entry = { name: 'ours', languages: ['en'], license: 'MIT', page: 'https://example.com/models' };
      const own = [{ ...entry, archive: { url, bytes: archive.length, sha256, members } }];
      writeFileSync(join(modelsDir, OWN_CATALOGUE), JSON.stringify(own));
    };
    const pull = (onProgress: (done: number, all: number) => void = quietly) =>
      new PullModel(modelsDir).execute('ours', onProgress);

    it('downloads, checks and installs, and reports its progress', async () => {
      const told: number[] = [];
      await pull((done) => told.push(done));

      expect(await new VerifyModels(modelsDir).execute()).toEqual([{ name: 'ours', state: 'whole' }]);
      expect(told.at(-1)).toBe(archive.length);
    });

    it('installs an encoder of voices with its thresholds, which no language uses', async () => {
      const { port } = server.address() as AddressInfo;
      archive = readFileSync(shippedModel('voice-encoder.onnx'));
      const thresholds = { sameSpeaker: 0.8, leastLink: 0.5 };
      const url = `http://127.0.0.1:${port}/voices.onnx`;
      const sha256 = createHash('sha256').update(archive).digest('hex');
      const described = { name: 'ours', license: 'MIT', page: 'https://example.com/models' };
      const file = { url, bytes: archive.length, sha256 };
      const own = [{ ...described, engine: 'voice-encoder', thresholds, file }];
      writeFileSync(join(modelsDir, OWN_CATALOGUE), JSON.stringify(own));
      await pull();

      const models = new InstalledModels(modelsDir);
      const encoder = await models.voiceEncoder('ours');
      expect(encoder.thresholds).toEqual(thresholds);
      expect(readFileSync(encoder.file).equals(archive)).toBe(true);
      expect(await models.all()).toEqual([]);
      expect(await new VerifyModels(modelsDir).execute()).toEqual([{ name: 'ours', state: 'whole' }]);
      expect(await new ListModels(modelsDir).execute()).toContainEqual(
        expect.objectContaining({ name: 'ours', installed: true, license: 'MIT' }),
      );
    });

    it('continues an interrupted download', async () => {
      let broken: ServerResponse | undefined;
      answer = (_, response) => {
        broken = response.writeHead(200, { 'content-length': archive.length });
        response.write(archive.subarray(0, 100));
      };
      await expect(pull(() => broken?.destroy())).rejects.toMatchObject({
        message: expect.stringContaining('try again'),
      });

      answer = withRanges;
      await pull();
      expect(requests.at(-1)!.headers.range).toMatch(/^bytes=[1-9]\d*-$/);
      expect(await new VerifyModels(modelsDir).execute()).toEqual([{ name: 'ours', state: 'whole' }]);
    });

    it('installs no file that differs from the list', async () => {
      list('0'.repeat(64));

      await expect(pull()).rejects.toMatchObject({ message: expect.stringContaining('SHA-256') });
      expect(await new VerifyModels(modelsDir).execute()).toEqual([]);
    });

    it('tells the user of a machine without access which file to copy', async () => {
      answer = (_, response) => response.writeHead(503).end();

      const where = expect.stringMatching(
        /status 503.*copy http.*a\.tar\.bz2 to .*archive and run this again/,
      );
      await expect(pull()).rejects.toMatchObject({ message: where });
    });

    it('accepts a file that was copied manually', async () => {
      answer = (_, response) => response.writeHead(503).end();
      mkdirSync(join(modelsDir, '.pulling-ours'));
      writeFileSync(join(modelsDir, '.pulling-ours/archive'), archive);
      await pull();

      expect(requests).toEqual([]);
      expect(await new VerifyModels(modelsDir).execute()).toEqual([{ name: 'ours', state: 'whole' }]);
    });

    it('lists the known models if the model is unknown', async () => {
      await expect(new PullModel(modelsDir).execute('other', quietly)).rejects.toMatchObject({
        message: expect.stringContaining('whisper-base'),
      });
    });
  });
});

function withRanges({ headers }: IncomingMessage, response: ServerResponse, archive: Buffer): void {
  const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': archive.length - from });
  response.end(archive.subarray(from));
}

/** Returns a property of an ONNX file. Appended to one, it replaces the property of the file. */
function property(key: string, value: string): Buffer {
  const parts = [10, key.length, ...Buffer.from(key), 18, value.length, ...Buffer.from(value)];
  return Buffer.from([0x72, parts.length, ...parts]);
}
