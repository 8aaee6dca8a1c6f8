import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { AppError } from '@app/common';
import { FFMPEG_ARGUMENTS } from './ffmpeg-arguments';
import type { DecoderEnd } from './judge-decoding';

const KEPT_OUTPUT = 8192;

/** One run of the system's ffmpeg, without a shell and without our environment. */
export class FfmpegProcess {
  readonly input: Writable;
  readonly output: Readable;
  /** @throws AppError `unavailable` where ffmpeg is not installed */
  readonly ended: Promise<Omit<DecoderEnd, 'samples'>>;
  private readonly child: ChildProcessByStdio<Writable, Readable, Readable>;

  constructor(path: string, env: NodeJS.ProcessEnv) {
    this.child = spawn(path, FFMPEG_ARGUMENTS, { env, stdio: ['pipe', 'pipe', 'pipe'] });
    this.input = this.child.stdin;
    this.output = this.child.stdout;
    this.ended = this.end();
    // Whoever reads the output asks for the end afterwards; until then a failure to start has to wait.
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
      const message = 'Audio cannot be decoded here: install ffmpeg, or name it with FFMPEG_PATH';
      throw new AppError('unavailable', message, {}, { cause });
    }
  }
}
