import { isUtf8 } from 'node:buffer';
import { UnreadableFile } from '../unreadable';
import { decodeBytes, fieldsOf, parametersOf, unquoted, type Field, type Parameters } from './mime-header';

/** The depth to which messages and their parts may contain others. */
const DEEPEST = 20;
const MOST_PARTS = 1_000;
const MEDIA_TYPE = /^[a-z]+\/[\w.+-]+$/;

/** What a message may still contain, in all messages within it. */
export interface PartsLeft {
  parts: number;
}

export const newPartsLeft = (): PartsLeft => ({ parts: MOST_PARTS });

/** A message or a part of one (RFC 2045). Texts are read as Latin-1, one character for each byte. */
export interface Entity {
  fields: readonly Field[];
  type: Parameters;
  /** The bytes of a leaf, decoded; empty for others */
  content: Buffer;
  /** The parts of `multipart` */
  parts: readonly Entity[];
  fileName?: string;
  /** How many parts and messages contain it */
  depth: number;
}

/** @throws UnreadableFile */
export function parseEntity(source: string, left: PartsLeft, depth = 0): Entity {
  left.parts -= 1;
  if (depth > DEEPEST || left.parts < 0) throw new UnreadableFile('expands_too_far');
  const end = /(?:^|\n)\r?\n/.exec(source);
  const header = end ? source.slice(0, end.index + 1) : source;
  const body = end ? source.slice(end.index + end[0].length) : '';
  const fields = fieldsOf(header);
  const field = (name: string): string => fields.find((known) => known.name === name)?.value ?? '';
  const given = parametersOf(field('content-type'));
  // A type that is none is that of plain text (RFC 2045, section 5.2).
  const type = MEDIA_TYPE.test(given.value) ? given : { ...given, value: 'text/plain' };
  const disposition = parametersOf(field('content-disposition'));
  const fileName = disposition.parameters.get('filename') ?? type.parameters.get('name');
  const about = { fields, type, depth, ...(fileName && { fileName }) };
  if (!type.value.startsWith('multipart/'))
    return { ...about, content: decoded(body, field('content-transfer-encoding')), parts: [] };
  const boundary = type.parameters.get('boundary');
  if (!boundary) throw new UnreadableFile('damaged');
  const parts = partsOf(body, boundary).map((part) => parseEntity(part, left, depth + 1));
  return { ...about, content: Buffer.alloc(0), parts };
}

/** Returns the message in a part. @throws UnreadableFile */
export const messageIn = ({ content, depth }: Entity, left: PartsLeft): Entity =>
  parseEntity(content.toString('latin1'), left, depth + 1);

/** Returns the decoded text of a leaf. */
export function textOf({ content, type }: Entity): string {
  const charset = type.parameters.get('charset') ?? '';
  // Programs declare ASCII, or nothing, for texts in any encoding.
  if (/^(?:us-)?ascii$|^$/i.test(charset))
    return decodeBytes(content, isUtf8(content) ? 'utf-8' : 'windows-1252');
  return decodeBytes(content, charset);
}

/** RFC 2046, section 5.1. Text before the first boundary and after the last one is not shown by readers. */
function partsOf(body: string, boundary: string): string[] {
  const parts: string[] = [];
  let current: string[] | undefined;
  for (const line of body.split('\n')) {
    const mark = line.trimEnd();
    if (mark !== `--${boundary}` && mark !== `--${boundary}--`) {
      current?.push(line);
      continue;
    }
    if (current) parts.push(current.join('\n').replace(/\r$/, ''));
    current = mark.endsWith('--') && mark === `--${boundary}--` ? undefined : [];
    if (!current) break;
  }
  // Without the last boundary, the last part goes to the end of the file.
  if (current) parts.push(current.join('\n'));
  return parts;
}

function decoded(body: string, encoding: string): Buffer {
  switch (encoding.toLowerCase()) {
    case 'base64':
      return Buffer.from(body, 'base64');
    case 'quoted-printable':
      return Buffer.from(unquoted(body.replaceAll(/=[ \t]*\r?\n/g, '')), 'latin1');
    default:
      return Buffer.from(body, 'latin1');
  }
}
