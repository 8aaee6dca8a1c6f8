import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/** For an isolated program: all that it is sent, and where its answer goes. Of the other end it knows nothing. */
export async function receiveRequest(): Promise<{ request: Buffer; answer: Writable }> {
  const socket = new Socket({ fd: 0, allowHalfOpen: true });
  const request = await buffer(socket.iterator({ destroyOnReturn: false }));
  return { request, answer: socket };
}
