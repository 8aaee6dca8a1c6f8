import { Redis } from 'ioredis';

/** Records every command that any program sends to Redis, and so also values that expire before the search. */
export class RedisListener {
  readonly commands: Buffer[] = [];
  private readonly connection: Redis;
  private monitor: Redis | undefined;

  constructor(url: string) {
    this.connection = new Redis(url);
  }

  async start(): Promise<void> {
    this.monitor = await this.connection.monitor();
    this.monitor.on('monitor', (_time: string, words: string[]) =>
      this.commands.push(Buffer.from(words.map(unescape).join(' '), 'latin1')),
    );
  }

  stop(): void {
    this.monitor?.disconnect();
    this.connection.disconnect();
  }
}

const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', a: '\x07', b: '\b' };

/** Decodes the escaped bytes that MONITOR prints, one character each (sdscatrepr in Redis). */
const unescape = (word: string): string =>
  word.replaceAll(/\\(?:x([0-9a-f]{2})|(.))/gs, (_, hex: string | undefined, character: string) =>
    hex === undefined ? (CONTROLS[character] ?? character) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
