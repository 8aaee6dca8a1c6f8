import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DecodeAudio } from './decode-audio';
import { ReorderMp4 } from './mp4';
import { SAMPLE_RATE } from './audio-source';

const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin' };
const SPEECH = join(__dirname, '../../../../test/fixtures/speech/librivox-0880.wav');
const SECONDS = 2.99;

const decoder = new DecodeAudio({ ffmpegPath: 'ffmpeg', childEnvironment: ENVIRONMENT });
const inPieces = (bytes: Buffer, size = 7_919) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    ),
  );

async function decode(bytes: Buffer, signal?: AbortSignal): Promise<Int16Array> {
  const parts: Int16Array[] = [];
  for await (const part of decoder.execute({ open: async () => inPieces(bytes) }, { signal }))
    parts.push(part);
  const samples = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  return samples;
}

/** Encodes the recording by ffmpeg with `args`. Writes to a file, so that containers have their usual layout. */
function encode(name: string, ...args: string[]): Buffer {
  const file = join(tmpdir(), `decode-audio-${process.pid}-${name}`);
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', SPEECH, ...args, '-bitexact', file]);
  return readFileSync(file);
}

/**
 * Returns the similarity of two recordings: the best correlation of their loudness, in steps of 20 ms, within 100 ms.
 */
function likeness(a: Int16Array, b: Int16Array): number {
  const loudness = (x: Int16Array) =>
    Array.from({ length: Math.floor(x.length / 320) }, (_, i) =>
      Math.sqrt(x.subarray(i * 320, (i + 1) * 320).reduce((sum, v) => sum + v * v, 0)),
    );
  const [p, q] = [loudness(a), loudness(b)];
  const lags = [0, 1, 2, 3, 4, 5];
  return Math.max(...lags.flatMap((lag) => [correlation(p.slice(lag), q), correlation(p, q.slice(lag))]));
}

function correlation(x: number[], y: number[]): number {
  const count = Math.min(x.length, y.length);
  const mean = (v: number[]) => v.slice(0, count).reduce((sum, value) => sum + value, 0) / count;
  const [mx, my] = [mean(x), mean(y)];
  const sum = (f: (i: number) => number) =>
    Array.from({ length: count }, (_, i) => f(i)).reduce((s, v) => s + v, 0);
  const spread = sum((i) => (x[i]! - mx) ** 2) * sum((i) => (y[i]! - my) ** 2);
  return sum((i) => (x[i]! - mx) * (y[i]! - my)) / Math.sqrt(spread);
}

/** A picture beside the sound. */
const VIDEO = '-f lavfi -i testsrc=d=3:s=64x64 -map 0:a -map 1:v -c:v mpeg4'.split(' ');

/** An AMR file of silence: frames of the mode with 4.75 kbit/s (RFC 4867, section 5), as no free encoder is common. */
const AMR = Buffer.concat([
  Buffer.from('#!AMR\n'),
  Buffer.from('04f89d67f1160939bde3fe0000'.repeat(100), 'hex'),
]);

describe('DecodeAudio', () => {
  const wav = readFileSync(SPEECH);
  let ofWav: Int16Array;
  beforeAll(async () => {
    ofWav = await decode(wav);
  });

  it.each([
    ['pcm.wav', []],
    ['stereo-44k.wav', ['-ac', '2', '-ar', '44100']],
    ['8-bit.wav', ['-c:a', 'pcm_u8']],
    ['24-bit.wav', ['-c:a', 'pcm_s24le']],
    ['float.wav', ['-c:a', 'pcm_f32le']],
    ['a-law.wav', ['-c:a', 'pcm_alaw']],
    ['mu-law.wav', ['-c:a', 'pcm_mulaw']],
    ['constant.mp3', ['-b:a', '64k', '-write_xing', '0']],
    ['variable.mp3', ['-q:a', '2']],
    ['aac.m4a', ['-c:a', 'aac']],
    ['index-first.m4a', ['-c:a', 'aac', '-movflags', '+faststart']],
    ['fragments.m4a', ['-c:a', 'aac', '-movflags', '+frag_keyframe+empty_moov']],
    ['alac.m4a', ['-c:a', 'alac']],
    ['vorbis.ogg', ['-c:a', 'libvorbis']],
    ['opus.ogg', ['-c:a', 'libopus']],
    ['opus.opus', ['-c:a', 'libopus']],
    ['flac.flac', []],
    ['adts.aac', []],
    ['opus.webm', ['-c:a', 'libopus']],
    ['vorbis.mkv', ['-c:a', 'libvorbis']],
    ['aac.mkv', ['-c:a', 'aac']],
    ['aac.mov', ['-c:a', 'aac']],
    ['video.mp4', [...VIDEO, '-c:a', 'aac']],
    ['video.mkv', [...VIDEO, '-c:a', 'ac3']],
    ['wma.wma', ['-b:a', '128k']],
    ['pcm.aiff', []],
  ])('decodes %s', async (name, args) => {
    const decoded = await decode(encode(name, ...args));

    expect(Math.abs(decoded.length / SAMPLE_RATE - SECONDS)).toBeLessThan(0.15);
    expect(likeness(decoded, ofWav)).toBeGreaterThan(0.9);
  });

  it('decodes AMR', async () => {
    expect((await decode(AMR)).length / SAMPLE_RATE).toBeCloseTo(2, 1);
  });

  it('decodes two channels beside each other', async () => {
    const parts: Int16Array[] = [];
    const stereo = encode('two.wav', '-af', 'pan=stereo|c0=c0|c1=0*c0');
    for await (const part of decoder.execute({ open: async () => inPieces(stereo) }, { channels: 2 }))
      parts.push(part);
    const samples = parts.flatMap((part) => [...part]);

    expect(parts.every(({ length }) => length % 2 === 0)).toBe(true);
    expect(samples.length / 2 / SAMPLE_RATE).toBeCloseTo(SECONDS, 1);
    expect(samples.some((sample, i) => i % 2 === 1 && sample !== 0)).toBe(false);
  });

  it('decodes a long m4a with its index after the samples', async () => {
    const decoded = await decode(encode('long.m4a', '-c:a', 'aac', '-af', 'aloop=40:48000'));

    expect(decoded.length / SAMPLE_RATE).toBeGreaterThan(100);
  });

  it('detects the format by content, whatever the file name', async () => {
    expect((await decode(encode('wrong.mp3', '-f', 'ogg'))).length).toBeGreaterThan(0);
  });

  it('decodes a recording with an unfinished header to its end', async () => {
    const open = Buffer.from(wav);
    open.writeUInt32LE(0xffff_ffff, 4);
    open.writeUInt32LE(0xffff_ffff, open.indexOf('data') + 4);

    expect((await decode(open)).length).toBe(ofWav.length);
  });

  it('accepts a single sample as a recording', async () => {
    const one = Buffer.concat([wav.subarray(0, wav.indexOf('data') + 8), Buffer.alloc(2)]);
    one.writeUInt32LE(2, one.length - 6);

    expect((await decode(one)).length).toBe(1);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(100_000)],
    ['text', Buffer.from('Dear all, please find the minutes below.\n'.repeat(100))],
    ['a playlist', Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n')],
    ['a list of files to join', Buffer.from("ffconcat version 1.0\nfile '/etc/hostname'\n")],
    ['a playlist with the name of a recording', Buffer.from('#!AMR/../#EXTM3U\nfile:///etc/hostname\n')],
    ['Matroska without a track', Buffer.from('1a45dfa3'.padEnd(200, '0'), 'hex')],
    ['a picture', encode('picture.png', '-lavfi', 'showwavespic', '-frames:v', '1')],
    [
      'a video without sound',
      encode('mute.mp4', '-f', 'lavfi', '-i', 'testsrc=d=1', '-map', '1:v', '-t', '1'),
    ],
  ])('refuses %s', async (_, bytes) => {
    await expect(decode(bytes)).rejects.toMatchObject({ message: 'Unsupported audio format' });
  });

  it('refuses a recording without a sample', async () => {
    const header = Buffer.from(wav.subarray(0, wav.indexOf('data') + 8));
    header.writeUInt32LE(0, header.length - 4);

    await expect(decode(header)).rejects.toMatchObject({ fault: 'empty' });
  });

  it.each([
    ['wav', wav],
    ['mp3', encode('cut.mp3', '-q:a', '2')],
    ['m4a with its index last', encode('cut.m4a', '-c:a', 'aac')],
    ['m4a with its index first', encode('cut-first.m4a', '-c:a', 'aac', '-movflags', '+faststart')],
    ['ogg', encode('cut.ogg', '-c:a', 'libvorbis')],
    ['aiff', encode('cut.aiff')],
    ['flac', encode('cut.flac')],
    ['webm', encode('cut.webm', '-c:a', 'libopus')],
    ['mkv', encode('cut.mkv', '-c:a', 'aac')],
    ['wma', encode('cut.wma')],
  ])('reports a %s that ends before its stated length', async (_, whole) => {
    await expect(decode(whole.subarray(0, Math.floor(whole.length * 0.6)))).rejects.toMatchObject({
      fault: 'incomplete',
    });
  });

  it('reports a file as incomplete if its header claims hours', async () => {
    const long = Buffer.from(wav);
    long.writeUInt32LE(0x7000_0000, long.indexOf('data') + 4);

    await expect(decode(long)).rejects.toMatchObject({ fault: 'incomplete' });
  });

  it('reports that ffmpeg is missing, and how to install it', async () => {
    const without = new DecodeAudio({ ffmpegPath: '/nowhere/ffmpeg', childEnvironment: ENVIRONMENT });
    const decoding = without.execute({ open: async () => inPieces(wav) }).next();

    await expect(decoding).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('FFMPEG_PATH'),
    });
  });

  it('fails with the error of its source', async () => {
    let opened = 0;
    const open = async () => {
      if (opened++ === 0) return inPieces(wav);
      return Readable.from(
        (async function* () {
          yield wav.subarray(0, 1000);
          throw new Error('the store is gone');
        })(),
      );
    };
    const all = (async () => {
      for await (const _ of decoder.execute({ open })) continue;
    })();

    await expect(all).rejects.toThrow('the store is gone');
  });

  it('fails with the error of the step that moves the index', async () => {
    const reorder = jest.spyOn(ReorderMp4.prototype, '_transform').mockImplementation((_, __, done) => {
      done(new Error('cannot be put in order'));
    });

    await expect(decode(encode('last.m4a', '-c:a', 'aac'))).rejects.toThrow('cannot be put in order');
    reorder.mockRestore();
  });

  it('does not treat a part as the whole if its source closes without an error', async () => {
    let opened = 0;
    const open = async () => {
      const content = inPieces(wav);
      if (opened++ > 0) content.once('data', () => content.destroy());
      return content;
    };
    const all = (async () => {
      for await (const _ of decoder.execute({ open })) continue;
    })();

    await expect(all).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
  });

  it('uses the exit of a decoder that stops reading early', async () => {
    const megabytes = Buffer.from('Dear all, please find the minutes below.\n'.repeat(200_000));

    await expect(decode(megabytes)).rejects.toMatchObject({ message: 'Unsupported audio format' });
  });

  it('stops when it is aborted', async () => {
    const stop = new AbortController();
    stop.abort(new Error('no longer wanted'));

    await expect(decode(wav, stop.signal)).rejects.toThrow('no longer wanted');
  });
});
