import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Sends raw bytes to a program, without an HTTP library. */
export class RawClient {
  private constructor(readonly socket: Socket) {}

  static async open(url: string): Promise<RawClient> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    // These tests expect the server to close the connection while the client sends.
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return new RawClient(socket);
  }

  /** Sends bytes. @returns everything received until the server closes the connection */
  async send(bytes: string): Promise<string> {
    this.socket.write(bytes);
    return this.rest();
  }

  /** Sends one byte at a time until the server closes the connection. @returns the received bytes */
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

  /** Returns the received bytes, also if the connection was reset after them. */
  private async rest(): Promise<string> {
    const came: Buffer[] = [];
    this.socket.on('data', (bytes) => came.push(bytes));
    if (!this.socket.destroyed) await new Promise((done) => this.socket.once('close', done));
    return Buffer.concat(came).toString();
  }
}
