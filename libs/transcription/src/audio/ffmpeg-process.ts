import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { AppError } from '@app/common';
import { AudioRejected, SAMPLE_RATE } from './audio-source';
import type { Container } from './inspect-audio';

/** The formats of files that are not recognized by their first bytes: ffmpeg skips what precedes the sound. */
const FORMATS = 'mp3,wav,mov,ogg';
/** The decoders that may run. docker/ffmpeg/build.sh builds these, and ffmpeg's own instead of those of libraries. */
export const CODECS = [
  'mp3,mp3float,mp2,mp2float,aac,alac,vorbis,opus,libopus,libvorbis,flac',
  'pcm_u8,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s32le,pcm_f32le,pcm_f64le,pcm_alaw,pcm_mulaw',
  'pcm_s8,pcm_s24be,pcm_s32be,pcm_f32be,pcm_f64be,adpcm_ms,adpcm_ima_wav,adpcm_ima_qt,gsm_ms',
  'amrnb,amrwb,wmav1,wmav2,wmapro,wmavoice,wmalossless,ac3,eac3',
].join();

export interface DecoderInput {
  channels: number;
  /** If absent, the decoder recognizes the container among few. */
  container?: Container;
}

/**
 * Decodes standard input to 16-bit samples at 16 kHz on standard output. The decoder can open only the bytes that it receives (a
 * playlist cannot open a file or an address), knows only the supported formats, and fails if more than one packet in
 * twenty is damaged. The container is the one that its first bytes show, so that the decoder does not guess another.
 */
const ffmpegArguments = ({ channels, container }: DecoderInput): readonly string[] =>
  [
    '-hide_banner -nostdin -nostats -loglevel level+error -threads 1 -max_alloc 268435456 -max_error_rate 0.05',
    `-protocol_whitelist pipe -format_whitelist ${container ?? FORMATS} -codec_whitelist ${CODECS}`,
    ...(container ? [`-f ${container}`] : []),
    '-i pipe:0 -map 0:a:0 -vn -sn -dn -map_metadata -1',
    `-c:a pcm_s16le -ac ${channels} -ar ${SAMPLE_RATE} -f s16le pipe:1`,
  ].flatMap((options) => options.split(' '));

/** The result of a decoder run. */
export interface DecoderEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The end of its log. Only for this judgement, because it may quote texts of the recording. */
  said: string;
  samples: number;
}

const TOO_MANY_ERRORS = 69;
const CRASHES = new Set<NodeJS.Signals | null>(['SIGSEGV', 'SIGABRT', 'SIGFPE', 'SIGILL', 'SIGBUS']);

/**
 * @throws AudioRejected if the recording is invalid
 * @throws Error if the decoder was killed: another attempt may succeed
 */
export function judgeDecoding({ code, signal, said, samples }: DecoderEnd): void {
  if (CRASHES.has(signal)) throw new AudioRejected('unsupported');
  if (signal) throw new Error('The audio decoder was stopped');
  if (code === TOO_MANY_ERRORS) throw new AudioRejected('damaged');
  if (code !== 0) throw new AudioRejected('unsupported');
  if (/: partial file$/m.test(said)) throw new AudioRejected('incomplete');
  if (samples === 0) throw new AudioRejected('empty');
}

const KEPT_OUTPUT = 8192;

/** One run of the system's ffmpeg, without a shell and without this process's environment. */
export class FfmpegProcess {
  readonly input: Writable;
  readonly output: Readable;
  /** @throws AppError `unavailable` if ffmpeg is not installed */
  readonly ended: Promise<Omit<DecoderEnd, 'samples'>>;
  private readonly child: ChildProcessByStdio<Writable, Readable, Readable>;

  constructor(path: string, env: NodeJS.ProcessEnv, sound: DecoderInput) {
    this.child = spawn(path, ffmpegArguments(sound), { env, stdio: ['pipe', 'pipe', 'pipe'] });
    this.input = this.child.stdin;
    this.output = this.child.stdout;
    this.ended = this.end();
    // The reader of the output awaits the exit later. Until then, a failure to start must not be unhandled.
    this.ended.catch(() => undefined);
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  private async end(): Promise<Omit<DecoderEnd, 'samples'>> {
    let said = '';
    this.child.stderr.setEncoding('latin1').on('data', (text: string) => {
      said = (said + text).slice(-KEPT_OUTPUT);
    });
    try {
      const [code, signal] = (await once(this.child, 'close')) as [number | null, NodeJS.Signals | null];
      return { code, signal, said };
    } catch (cause) {
      const message = 'Audio cannot be decoded: install ffmpeg, or set FFMPEG_PATH';
      throw new AppError('unavailable', message, {}, { cause });
    }
  }
}
