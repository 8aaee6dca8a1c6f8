import type { AudioSource } from './audio-source';
import { ByteReader } from './byte-reader';
import { inspectMp3 } from './inspect-mp3';
import { inspectMp4 } from './inspect-mp4';
import { inspectOgg } from './inspect-ogg';
import { inspectWav } from './inspect-wav';
import type { IndexMove } from './mp4-index';

export interface AudioLayout {
  bytes: number;
  move?: IndexMove;
}

const MP4_FIRST_BOXES = new Set(['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'pnot']);

/**
 * Reads a recording once, and says how to stream it into a decoder. Content decides, never a name. What is of no
 * known container is left to the decoder's judgement.
 *
 * @throws AudioRejected where the file ends before the length that it states
 */
export async function inspectAudio(source: AudioSource): Promise<AudioLayout> {
  const stream = await source.open();
  try {
    const reader = new ByteReader(stream);
    const move = await inspect(reader);
    await reader.skipToEnd();
    return { bytes: reader.position, move };
  } finally {
    stream.destroy();
  }
}

async function inspect(reader: ByteReader): Promise<IndexMove | undefined> {
  const start = (await reader.peek(12)).toString('latin1');
  if (/^RIFF.{4}WAVE/s.test(start)) await inspectWav(reader);
  else if (start.startsWith('OggS')) await inspectOgg(reader);
  else if (MP4_FIRST_BOXES.has(start.slice(4, 8))) return inspectMp4(reader);
  else if (start.startsWith('ID3') || /^\xff[\xe0-\xff]/.test(start)) await inspectMp3(reader);
  return undefined;
}
