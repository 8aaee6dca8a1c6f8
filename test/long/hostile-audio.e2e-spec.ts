import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  eventually,
  makeAudio,
  startSpeechServer,
  startSystem,
  startWebhookReceiver,
  type SpeechServer,
  type TestSystem,
  type WebhookReceiver,
} from '@app/testing';
import { processTree, watchMemory } from '../bench/processes';
import { ApiClient } from '../support/api-client';
import {
  compressedIndex,
  compressedSilence,
  manyBlocks,
  manyDescriptions,
  manyStreams,
  manyTracks,
  manyTraks,
  nestedTags,
  pictureElsewhere,
  playlists,
  referenceMovie,
  samplesElsewhere,
} from '../support/hostile-audio';
import { aRecording, formOf } from '../support/jobs';
import { MARK } from '../support/local-files';
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
  /** The folder for temporary files of the programs. */
  let temporary: string;
  /** What hostile files refer to. */
  let trap: Server;
  let connections = 0;

  beforeAll(async () => {
    [receiver, speech] = await Promise.all([startWebhookReceiver(), startSpeechServer()]);
    temporary = await mkdtemp(join(tmpdir(), 'hostile-audio-'));
    trap = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    await new Promise<void>((listening) => trap.listen(0, '127.0.0.1', listening));
    system = await startSystem({
      TMPDIR: temporary,
      WEBHOOK_CA_FILE: receiver.caFile,
      TRANSCRIPTION_BASE_URL: speech.baseUrl,
      TRANSCRIPTION_CONCURRENCY: '3',
    });
  });
  afterAll(async () => {
    await system?.stop();
    await Promise.all([receiver?.stop(), speech?.stop()]);
    trap?.close();
    if (temporary) await rm(temporary, { recursive: true, force: true });
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

  it('refer to nothing outside, expand to little, and leave nothing behind, in every container', async () => {
    const client = new TranscriptionClient(system, await system.user(), receiver);
    const address = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/secret.aac`;
    const cases = await filesOfContainers(address);
    const memory = watchMemory(() => processTree(system.worker.pid!), 100);
    const ends: object[] = [];
    try {
      const jobs: string[] = [];
      for (const [name, bytes] of cases) jobs.push(await client.submit(bytes, name));
      for (const [i, [name]] of cases.entries()) {
        const { error, transcript } = await client.delivered(jobs[i]!);
        ends.push({ name, ...(error !== undefined ? { error } : { transcript }) });
      }
    } finally {
      memory.stop();
    }
    expect(ends).toEqual(cases.map(([name, , end]) => ({ name, ...end })));
    const most = memory.stop() / 1024 ** 2;
    process.stdout.write(`worker and decoders: ${most.toFixed(0)} MiB at most\n`);
    expect(most).toBeLessThan(MOST_MIB);
    expect(connections).toBe(0);
    expect(await readdir(temporary)).toEqual([]);
    await eventually(async () => expect(await storedRecordings()).toEqual([]));
  });

  it('are a 400 with the same reason at the gateway', async () => {
    const api = new ApiClient(system, await system.user());
    const address = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/secret.aac`;
    const files: [string, Buffer][] = [
      ...playlists(address).map(([name, text]): [string, Buffer] => [name, Buffer.from(text)]),
      ['reference.mov', referenceMovie(address)],
      ['tracks.mkv', manyTracks(5_000)],
    ];
    for (const [name, bytes] of files) {
      const form = formOf({ file: aRecording(bytes, name), model: 'whisper-1', language: 'en' });
      const { status, body } = await api.post('openai/v1/audio/transcriptions', form);
      expect([name, status, body]).toMatchObject([
        name,
        400,
        { error: { message: expect.stringMatching(/Unsupported audio format|contains no audio/) } },
      ]);
    }
    expect(connections).toBe(0);
    expect(await readdir(temporary)).toEqual([]);
  });

  const storedRecordings = async (): Promise<string[]> =>
    (await readdir(system.dataDir, { recursive: true, withFileTypes: true }))
      .filter(
        (entry) =>
          entry.isFile() &&
          entry.name !== MARK &&
          /blobs(?!.(?:tombstones|batch-files))/.test(entry.parentPath),
      )
      .map(({ name }) => name);
});

/** Three decoders and the worker. Each decoder may allocate 256 MiB at once. */
const MOST_MIB = 1_500;

/** Hostile files of the containers, and some that only look so. */
async function filesOfContainers(address: string): Promise<Case[]> {
  const make = (name: string, ...args: string[]) => makeAudio(name, '-i', SPEECH, ...args);
  const [m4a, ogg, flac, wma, webm, mkv, aac, aiff, mov] = await Promise.all([
    make('a.m4a', '-c:a', 'aac'),
    make('a.ogg', '-c:a', 'libvorbis'),
    make('a.flac'),
    make('a.wma', '-b:a', '128k'),
    make('a.webm', '-c:a', 'libopus'),
    make('a.mkv', '-c:a', 'libvorbis'),
    make('a.aac'),
    make('a.aiff'),
    make('a.mov', '-c:a', 'aac'),
  ]);
  const words = { transcript: WORDS };
  const unsupported = { error: UNSUPPORTED };
  const refused = { error: expect.any(String) };
  const cut = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * 0.6));
  return [
    ...playlists(address).map(([name, text]): Case => [name, Buffer.from(text), unsupported]),
    ['reference.mov', referenceMovie(address), refused],
    ['samples-elsewhere.m4a', samplesElsewhere(m4a, '/etc/passwd'), refused],
    ['picture-elsewhere.flac', pictureElsewhere(flac, address), words],
    ['compressed-index.mov', compressedIndex(200_000_000), refused],
    ['huge-compressed-index.mov', compressedIndex(1_000, 0x7fff_ffff), refused],
    ['compressed-silence.mkv', compressedSilence(5, 9_000_000), { transcript: '' }],
    ['nested-tags.mkv', nestedTags(1_000), refused],
    ['tracks.mkv', manyTracks(20_000), refused],
    ['traks.m4a', manyTraks(m4a, 5_000), refused],
    ['streams.ogg', manyStreams(ogg, 5_000), refused],
    ['blocks.flac', manyBlocks(flac, 500_000), words],
    ['descriptions.wma', manyDescriptions(wma, 20_000), refused],
    ['cut.webm', cut(webm), { error: INCOMPLETE }],
    ['cut.mkv', cut(mkv), { error: INCOMPLETE }],
    ['cut.mov', cut(mov), { error: INCOMPLETE }],
    ['cut.aiff', cut(aiff), { error: INCOMPLETE }],
    ['cut.flac', cut(flac), { error: INCOMPLETE }],
    ['cut.wma', cut(wma), { error: INCOMPLETE }],
    // These do not state their length.
    ['cut.aac', cut(aac), words],
    ['webm-as.mp3', webm, words],
    ['flac-as.mov', flac, words],
    ['wma-as.opus', wma, words],
    ['aac-as.mkv', aac, words],
    ['aiff-as.amr', aiff, words],
    ['noise.webm', Buffer.concat([webm.subarray(0, 64), noise(100_000, 7)]), refused],
    ['noise.wma', Buffer.concat([wma.subarray(0, 64), noise(100_000, 8)]), refused],
    ['noise.flac', Buffer.concat([flac.subarray(0, 42), noise(100_000, 9)]), refused],
    ['noise.amr', Buffer.concat([Buffer.from('#!AMR\n'), noise(100_000, 10)]), refused],
    ['noise.aac', Buffer.concat([aac.subarray(0, 16), noise(100_000, 11)]), refused],
    ['archive.mkv', Buffer.concat([Buffer.from('PK\u0003\u0004'), noise(10_000, 12)]), unsupported],
  ];
}

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
