import { UnreadableFile } from '../unreadable';
import { decodeBytes, fieldsOf, parametersOf, unquoted, type Field, type Parameters } from './mime-header';

/** The depth to which parts of a message may contain parts. */
const DEEPEST = 20;
const MOST_PARTS = 1_000;

/** A message or a part of one (RFC 2045). Texts are read as Latin-1, one character for each byte. */
export interface Entity {
  fields: readonly Field[];
  type: Parameters;
  /** The bytes of a leaf, decoded; empty for others */
  content: Buffer;
  /** The parts of `multipart` */
  parts: readonly Entity[];
  fileName?: string;
}

/** @throws UnreadableFile */
export function parseEntity(source: string, depth = 0, count = { parts: 0 }): Entity {
  count.parts += 1;
  if (depth > DEEPEST || count.parts > MOST_PARTS) throw new UnreadableFile('expands_too_far');
  const end = /(?:^|\n)\r?\n/.exec(source);
  const header = end ? source.slice(0, end.index + 1) : source;
  const body = end ? source.slice(end.index + end[0].length) : '';
  const fields = fieldsOf(header);
  const field = (name: string): string => fields.find((known) => known.name === name)?.value ?? '';
  const type = parametersOf(field('content-type') || 'text/plain; charset=us-ascii');
  const disposition = parametersOf(field('content-disposition'));
  const fileName = disposition.parameters.get('filename') ?? type.parameters.get('name');
  const about = { fields, type, ...(fileName && { fileName }) };
  if (!type.value.startsWith('multipart/'))
    return { ...about, content: decoded(body, field('content-transfer-encoding')), parts: [] };
  const boundary = type.parameters.get('boundary');
  if (!boundary) throw new UnreadableFile('damaged');
  const parts = partsOf(body, boundary).map((part) => parseEntity(part, depth + 1, count));
  return { ...about, content: Buffer.alloc(0), parts };
}

/** Returns the decoded text of a leaf. */
export const textOf = ({ content, type }: Entity): string =>
  decodeBytes(content, type.parameters.get('charset') ?? 'utf-8');

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
