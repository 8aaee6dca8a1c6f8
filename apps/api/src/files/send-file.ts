import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';

interface SentFile {
  content: Buffer | Readable;
  name: string;
  mediaType: string;
  bytes: number;
}

/** Sends a file as a download with its name (RFC 8187). */
export const sendFile = ({ content, name, mediaType, bytes }: SentFile): StreamableFile =>
  new StreamableFile(content instanceof Readable ? content : Readable.from([content]), {
    type: mediaType,
    disposition: `attachment; filename*=UTF-8''${encodeName(name)}`,
    length: bytes,
  });

const encodeName = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
