import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Speaks to a program byte by byte, as no HTTP library would. */
export class RawClient {
  private constructor(readonly socket: Socket) {}

  static async open(url: string): Promise<RawClient> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    // Being cut off in the middle of sending is what these tests are about.
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return new RawClient(socket);
  }

  /** Everything that comes until the other side ends the connection. */
  async send(bytes: string): Promise<string> {
    this.socket.write(bytes);
    return this.rest();
  }

  /** One byte at a time, until the other side ends the connection. @returns what came back */
  async drip(bytes: string, everyMs: number): Promise<string> {
    const left = [...bytes];
    const timer = setInterval(() => {
      const next = left.shift();
      if (next === undefined || this.socket.destroyed) clearInterval(timer);
      else this.socket.write(next);
    }, everyMs);
    try {
      return await this.rest();
    } finally {
      clearInterval(timer);
    }
  }

  /** What came counts, also where the connection is torn down after it. */
  private async rest(): Promise<string> {
    const came: Buffer[] = [];
    this.socket.on('data', (bytes) => came.push(bytes));
    if (!this.socket.destroyed) await new Promise((done) => this.socket.once('close', done));
    return Buffer.concat(came).toString();
  }
}
