import { fork, type ChildProcess } from 'node:child_process';
import { AppError } from '@app/common';

/** The files of a model, and how to run it. */
export interface EngineModel {
  encoder: string;
  decoder: string;
  tokens: string;
  /** Whether the decoder returns the time of each token. If not, it returns the times of segments. */
  alignment: boolean;
  threads: number;
}

/** What an engine recognizes: a piece in a language, or the language of a piece. */
export interface RecognitionRequest {
  samples: Int16Array;
  /** If absent, the language is recognized instead of the words. */
  language?: string;
}

export type RecognitionResult = { recognition: Recognition } | { language: string };

/** The result of sherpa-onnx for Whisper, with times in seconds. */
export interface Recognition {
  text: string;
  tokens: string[];
  timestamps: number[];
  durations: number[];
  segment_timestamps?: number[];
  segment_durations?: number[];
  segment_texts?: string[];
}

/** A message to an engine's process. The model must be the first one, and is sent once. */
export type EngineMessage<Model, Request> = { load: Model } | { work: Request };

/** A message from an engine's process: one to each message that it receives. */
export type EngineReply<Result> = { loaded: true } | { result: Result };

export interface EngineSettings {
  /** The program that {@link Engine} starts. */
  program: string;
  environment: NodeJS.ProcessEnv;
  /** The timeout for loading the model, and for each request. */
  timeoutMs: number;
}

interface Pending<Result> {
  resolve: (reply: EngineReply<Result>) => void;
  reject: (error: Error) => void;
}

/** One engine process with its model. It works on one request at a time, and is stopped by killing it. */
export class Engine<Model, Request, Result> {
  private readonly child: ChildProcess;
  private pending?: Pending<Result>;
  private gone = false;
  private loading?: Promise<EngineReply<Result>>;

  constructor(
    readonly model: Model,
    private readonly settings: EngineSettings,
  ) {
    this.child = fork(settings.program, {
      env: settings.environment,
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.child.on('message', (reply: EngineReply<Result>) =>
      this.settle((pending) => pending.resolve(reply)),
    );
    this.child.once('error', () => this.end());
    this.child.once('exit', () => this.end());
  }

  get alive(): boolean {
    return !this.gone;
  }

  /** @throws AppError `engine_failed` if the process ends, `engine_timeout` if it takes too long */
  async work(request: Request, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    const stop = () => this.kill();
    signal?.addEventListener('abort', stop, { once: true });
    try {
      this.loading ??= this.ask({ load: this.model });
      await this.loading;
      const reply = await this.ask({ work: request });
      if ('result' in reply) return reply.result;
      throw new Error('The speech engine returned an unexpected reply');
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  kill(): void {
    this.child.kill('SIGKILL');
    this.end();
  }

  private ask(message: EngineMessage<Model, Request>): Promise<EngineReply<Result>> {
    if (this.gone) return Promise.reject(crashed());
    return new Promise<EngineReply<Result>>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.settle((pending) => pending.reject(tooSlow()));
        this.kill();
      }, this.settings.timeoutMs);
      this.pending = {
        resolve: (reply) => (clearTimeout(timer), resolve(reply)),
        reject: (error) => (clearTimeout(timer), reject(error)),
      };
      this.child.send(message, (error) => error && this.end());
    });
  }

  private end(): void {
    this.gone = true;
    this.settle((pending) => pending.reject(crashed()));
  }

  private settle(how: (pending: Pending<Result>) => void): void {
    const { pending } = this;
    this.pending = undefined;
    if (pending) how(pending);
  }
}

const crashed = () => new AppError('engine_failed', 'The speech engine stopped');
const tooSlow = () => new AppError('engine_timeout', 'The speech engine took too long');
