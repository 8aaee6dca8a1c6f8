import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  makeAudio,
  startSpeechServer,
  startSystem,
  startWebhookReceiver,
  type SpeechServer,
  type TestSystem,
  type WebhookReceiver,
} from '@app/testing';
import { TranscriptionClient } from '../support/transcription-client';

const SPEECH = join(__dirname, '../fixtures/speech/librivox-0880.wav');
const WAV = readFileSync(SPEECH);
const UNSUPPORTED = 'Unsupported audio format';
const INCOMPLETE = expect.stringContaining('incomplete');
const WORDS = 'He was not an ill-disposed young man.';

/** A file and the expected end of its job: an error or a transcript. */
type Case = [name: string, bytes: Buffer, end: { error?: unknown; transcript?: unknown }];

describe('Hostile and broken files', () => {
  let receiver: WebhookReceiver;
  let speech: SpeechServer;
  let system: TestSystem;

  beforeAll(async () => {
    [receiver, speech] = await Promise.all([startWebhookReceiver(), startSpeechServer()]);
    system = await startSystem({
      WEBHOOK_CA_FILE: receiver.caFile,
      TRANSCRIPTION_BASE_URL: speech.baseUrl,
      TRANSCRIPTION_CONCURRENCY: '3',
    });
  });
  afterAll(async () => {
    await system?.stop();
    await Promise.all([receiver?.stop(), speech?.stop()]);
  });

  it('each end with the true reason or a correct transcript, and the worker keeps running [PRIV-53]', async () => {
    const client = new TranscriptionClient(system, await system.user(), receiver);
    const worker = system.worker.pid;
    const cases = await hostileFiles();
    expect(cases.length).toBeGreaterThanOrEqual(40);
    const jobs: string[] = [];
    for (const [name, bytes] of cases) jobs.push(await client.submit(bytes, name));

    for (const [i, [name, , end]] of cases.entries()) {
      const { error, transcript } = await client.delivered(jobs[i]!);
      expect({ name, ...(error !== undefined ? { error } : { transcript }) }).toEqual({ name, ...end });
    }
    expect(system.worker.pid).toBe(worker);
    expect(await client.transcribe(WAV, 'good.wav')).toMatchObject({ transcript: WORDS });
  });
});

async function hostileFiles(): Promise<Case[]> {
  const make = (name: string, ...args: string[]) => makeAudio(name, '-i', SPEECH, ...args);
  const [mp3, m4a, first, ogg, opus] = await Promise.all([
    make('a.mp3', '-q:a', '4'),
    make('a.m4a', '-c:a', 'aac'),
    make('b.m4a', '-c:a', 'aac', '-movflags', '+faststart'),
    make('a.ogg', '-c:a', 'libvorbis'),
    make('b.ogg', '-c:a', 'libopus'),
  ]);
  const pictures = [
    '-f',
    'lavfi',
    '-i',
    'testsrc=s=320x240:d=1',
    '-frames:v',
    '1',
    '-map',
    '0:a',
    '-map',
    '1:v',
  ];
  const cover = await make('cover.mp3', ...pictures, '-c:v', 'mjpeg', '-disposition:v', 'attached_pic');
  const video = await make('v.mp4', '-f', 'lavfi', '-i', 'testsrc=s=320x240:d=3', '-shortest', '-c:a', 'aac');
  const mute = await makeAudio('mute.mp4', '-f', 'lavfi', '-i', 'testsrc=s=64x64:d=1');
  const picture = await makeAudio('p.png', '-f', 'lavfi', '-i', 'testsrc=s=64x64', '-frames:v', '1');
  const data = WAV.indexOf('data');
  const words = { transcript: WORDS };
  const unsupported = { error: UNSUPPORTED };
  const cut = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share));

  return [
    ['empty-header.wav', WAV.subarray(0, 12), { error: INCOMPLETE }],
    ['half-a-header.wav', WAV.subarray(0, 30), { error: INCOMPLETE }],
    [
      'header-only.wav',
      sized(WAV.subarray(0, data + 8), data, 0),
      { error: expect.stringContaining('no audio') },
    ],
    ['one-sample.wav', sized(WAV.subarray(0, data + 10), data, 2), { transcript: '' }],
    ['claims-hours.wav', sized(WAV, data, 0x7000_0000), { error: INCOMPLETE }],
    ['open-ended.wav', sized(WAV, data, 0xffff_ffff), words],
    ['never-finished.wav', sized(WAV, data, 0), words],
    ['cut.wav', cut(WAV, 0.6), { error: INCOMPLETE }],
    ['cut.mp3', cut(mp3, 0.6), { error: INCOMPLETE }],
    ['cut.m4a', cut(m4a, 0.6), { error: INCOMPLETE }],
    ['cut-index-first.m4a', cut(first, 0.6), { error: INCOMPLETE }],
    ['cut.ogg', cut(ogg, 0.6), { error: INCOMPLETE }],
    ['cut-opus.ogg', cut(opus, 0.6), { error: INCOMPLETE }],
    ['no-channels.wav', patched(WAV, 22, 0), unsupported],
    ['thousands-of-channels.wav', patched(WAV, 22, 0xffff), unsupported],
    ['no-rate.wav', patched(patched(WAV, 24, 0), 26, 0), unsupported],
    ['unknown-codec.wav', patched(WAV, 20, 0x7777), unsupported],
    ['wav-as.mp3', WAV, words],
    ['mp3-as.wav', mp3, words],
    ['ogg-as.m4a', ogg, words],
    ['m4a-as.ogg', m4a, words],
    ['opus-as.wav', opus, words],
    ['cover.mp3', cover, words],
    ['many-tags.mp3', Buffer.concat([manyTags(10_000), mp3]), words],
    [
      'tag-without-end.mp3',
      Buffer.concat([Buffer.from('ID3\u0004\0\0\u007f\u007f\u007f\u007f', 'latin1'), mp3]),
      { error: INCOMPLETE },
    ],
    ['tag-only.mp3', manyTags(10), unsupported],
    ['video.m4a', video, words],
    ['mute-video.m4a', mute, unsupported],
    ['picture.mp3', picture, unsupported],
    [
      'playlist.mp3',
      Buffer.from('#EXTM3U\n#EXTINF:9,\nfile:///etc/passwd\nhttp://127.0.0.1/secret\n'),
      unsupported,
    ],
    [
      'hls.m4a',
      Buffer.from('#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:9,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'),
      unsupported,
    ],
    ['concat.wav', Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n"), unsupported],
    ['page.ogg', Buffer.from('<html><audio src="http://127.0.0.1/"></audio></html>'), unsupported],
    ['random.mp3', noise(200_000, 1), unsupported],
    ['random.ogg', noise(200_000, 2), unsupported],
    [
      'random-in-riff.wav',
      Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), noise(5_000, 3)]),
      { error: expect.any(String) },
    ],
    [
      'random-in-ogg.ogg',
      Buffer.concat([Buffer.from('OggS'), noise(50_000, 4)]),
      { error: expect.any(String) },
    ],
    [
      'random-in-mp4.m4a',
      Buffer.concat([m4a.subarray(0, 32), noise(50_000, 5)]),
      { error: expect.any(String) },
    ],
    ['zeros.mp3', Buffer.alloc(300_000), unsupported],
    ['scrambled-samples.m4a', scrambled(first), { error: expect.any(String) }],
    ['nested-boxes.m4a', nestedBoxes(20_000), { error: expect.any(String) }],
    ['name-of-nothing.wav', Buffer.from('x'), unsupported],
  ];
}

/** Returns the file with another sample size in its header. */
function sized(wav: Buffer, data: number, bytes: number): Buffer {
  const changed = Buffer.from(wav);
  changed.writeUInt32LE(bytes, data + 4);
  return changed;
}

function patched(wav: Buffer, at: number, value: number): Buffer {
  const changed = Buffer.from(wav);
  changed.writeUInt16LE(value, at);
  return changed;
}

/** Returns an ID3v2.3 tag with this number of text frames. */
function manyTags(count: number): Buffer {
  const frame = Buffer.concat([Buffer.from('TIT2\0\0\0\u0006\0\0\0', 'latin1'), Buffer.from('Title')]);
  const frames = Buffer.concat(Array.from({ length: count }, () => frame));
  const size = [21, 14, 7, 0].map((shift) => (frames.length >> shift) & 0x7f);
  return Buffer.concat([Buffer.from('ID3\u0003\0\0', 'latin1'), Buffer.from(size), frames]);
}

/** Returns bytes of a linear congruential generator: the same in every run. */
function noise(count: number, seed: number): Buffer {
  const bytes = Buffer.alloc(count);
  let state = seed;
  for (let i = 0; i < count; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}

/** The index is complete, but the data that it points to is noise. */
function scrambled(m4a: Buffer): Buffer {
  const samples = m4a.indexOf('mdat') + 4;
  return Buffer.concat([m4a.subarray(0, samples), noise(m4a.length - samples, 6)]);
}

function nestedBoxes(depth: number): Buffer {
  const boxes = Buffer.alloc(depth * 8);
  for (let i = 0; i < depth; i++) {
    boxes.writeUInt32BE((depth - i) * 8, i * 8);
    boxes.write(i === 0 ? 'moov' : 'trak', i * 8 + 4, 'latin1');
  }
  return Buffer.concat([Buffer.from('\0\0\0\u0010ftypM4A \0\0\0\0', 'latin1'), boxes]);
}
