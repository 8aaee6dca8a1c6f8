import type { IncomingMessage } from 'node:http';

export interface UpstreamRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  /** The body as it arrived, byte for byte. */
  raw: string;
  body: {
    model?: string;
    messages?: { role: string; content: string }[];
    input?: string | string[];
    stream?: boolean;
  };
  /** The fields and files of a form. */
  form?: FormData;
}
