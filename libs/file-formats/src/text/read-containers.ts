import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { formatOf, type FormatName } from '../formats';
import { UnreadableFile } from '../unreadable';
import { entriesOf } from '../zip/rewrite-zip';
import { readHtml } from './read-html';
import type { Reading } from './reading';

/** Reads a file within a file, as one of its own. */
export type ReadWithin = (format: FormatName, bytes: Buffer, reading: Reading) => AsyncIterable<string>;

/** Yields the text of each file of an archive below its path. Archives within the archive are not read. */
export async function* readArchive(
  bytes: Buffer,
  reading: Reading,
  readWithin: ReadWithin,
): AsyncGenerator<string> {
  for await (const { entry, read } of entriesOf(bytes))
    if (!entry.fileName.endsWith('/'))
      yield* readNamed(entry.fileName, await read(), { without: ['zip'], reading, readWithin });
}

/** Yields the fields of a message that people read, its text, and the text of each attachment below its name. */
export async function* readMail(
  bytes: Buffer,
  reading: Reading,
  readWithin: ReadWithin,
): AsyncGenerator<string> {
  const email = await PostalMime.parse(bytes);
  const fields = fieldsOf(email).filter(([, value]) => value !== '');
  if (fields.length === 0) throw new UnreadableFile('other_type');
  for (const [name, value] of fields) yield `${name}: ${value}\n`;
  yield '\n';
  if (email.text?.trim()) yield email.text;
  else if (email.html?.trim()) yield* readHtml(Buffer.from(email.html));
  for (const attachment of email.attachments)
    yield* readNamed(attachment.filename ?? '', contentOf(attachment), {
      without: ['zip', 'eml'],
      reading,
      readWithin,
    });
}

function fieldsOf({ from, to, cc, date, subject }: Email): [name: string, value: string][] {
  return [
    ['From', addresses(from ? [from] : [])],
    ['To', addresses(to)],
    ['Cc', addresses(cc)],
    ['Date', date ?? ''],
    ['Subject', subject ?? ''],
  ];
}

const addresses = (all: readonly Address[] = []): string =>
  all.map(({ name, address }) => (address ? `${name} <${address}>` : name).trim()).join(', ');

const contentOf = ({ content }: Attachment): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer);

/** Yields the text of a file within a file, or says that it has none that is read. */
async function* readNamed(
  name: string,
  bytes: Buffer,
  within: { without: readonly FormatName[]; reading: Reading; readWithin: ReadWithin },
): AsyncGenerator<string> {
  const format = formatOf(name)?.name;
  const read = format && !within.without.includes(format) ? await readFile(format, bytes, within) : undefined;
  yield read === undefined ? `\n--- ${name} (not read) ---\n` : `\n--- ${name} ---\n${read}\n`;
}

/** Returns the text of a file; undefined if there is none, so that one such file does not refuse the others. */
async function readFile(
  format: FormatName,
  bytes: Buffer,
  { reading, readWithin }: { reading: Reading; readWithin: ReadWithin },
): Promise<string | undefined> {
  try {
    let whole = '';
    for await (const piece of readWithin(format, bytes, reading)) whole += piece;
    return whole;
  } catch (error) {
    if (error instanceof UnreadableFile && error.why !== 'expands_too_far') return undefined;
    throw error;
  }
}
