import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/**
 * Returns the whole input of an isolated program, and the stream for its answer. The program knows nothing else about
 * its caller.
 */
export async function receiveRequest(): Promise<{ request: Buffer; answer: Writable }> {
  const socket = new Socket({ fd: 0, allowHalfOpen: true });
  const request = await buffer(socket.iterator({ destroyOnReturn: false }));
  return { request, answer: socket };
}
