import MsgReader, { type AttachmentData, type FieldsData } from '@kenjiuno/msgreader';
import iconv from 'iconv-lite';
import { writtenAddresses, type AddressPiece } from '../mail/address-list';
import { extendedParameter, inBase64, writtenField } from '../mail/mime-header';
import { UnreadableFile } from '../unreadable';
import { checkCompoundFile } from './check-compound-file';

const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const DEEPEST = 20;
const BOUNDARY = 'part-of-an-outlook-item';
const UTF_8 = 65_001;

/** Returns a message of Outlook ([MS-OXMSG]) as a message of the internet (RFC 5322), with its attachments. @throws UnreadableFile */
export function msgToEml(file: Buffer, depth = 0): Buffer {
  if (file.length === 0) throw new UnreadableFile('empty');
  if (!file.subarray(0, COMPOUND_FILE.length).equals(COMPOUND_FILE)) throw new UnreadableFile('other_type');
  if (depth > DEEPEST) throw new UnreadableFile('expands_too_far');
  try {
    checkCompoundFile(file);
    return Buffer.from(messageOf(itemOf(file), depth), 'latin1');
  } catch (cause) {
    // Properties of a damaged item can be of any type.
    throw cause instanceof UnreadableFile ? cause : new UnreadableFile('damaged', { cause });
  }
}

function messageOf({ fields, attachments }: Item, depth: number): string {
  if (fields.messageClass?.toUpperCase() === 'IPM.NOTE.SMIME') throw new UnreadableFile('encrypted');
  const parts = [
    ...bodiesOf(fields),
    ...attachments.flatMap((attachment) => attachmentOf(attachment, depth)),
  ];
  return `${headerOf(fields)}MIME-Version: 1.0\r\n${multipart('mixed', parts, depth)}`;
}

interface Item {
  fields: FieldsData;
  attachments: Attachment[];
}

interface Attachment {
  fields: FieldsData;
  data: AttachmentData;
}

function itemOf(file: Buffer): Item {
  let reader = readerOf(file);
  let fields = reader.getFileData();
  const codePage = fields.messageCodepage ?? fields.internetCodepage;
  if (codePage !== undefined) {
    // Texts that are not Unicode are in the code page that the item declares.
    reader = readerOf(file, encodingOf(codePage));
    fields = reader.getFileData();
  }
  if (fields.error !== undefined) throw new UnreadableFile('damaged');
  const attachments = (fields.attachments ?? []).map((each) => ({
    fields: each,
    data: reader.getAttachment(each),
  }));
  return { fields, attachments };
}

function readerOf(file: Buffer, ansiEncoding = 'windows-1252'): MsgReader {
  const reader = new MsgReader(new DataView(file.buffer, file.byteOffset, file.length));
  reader.parserConfig = { ansiEncoding };
  return reader;
}

const encodingOf = (codePage: number): string => {
  if (codePage === UTF_8) return 'utf-8';
  const known = [`windows-${codePage}`, `cp${codePage}`].find((each) => iconv.encodingExists(each));
  return known ?? 'windows-1252';
};

function headerOf(fields: FieldsData): string {
  const { subject = '', senderName = '', recipients = [] } = fields;
  const sender = fields.senderSmtpAddress ?? fields.senderEmail ?? '';
  const date = fields.messageDeliveryTime ?? fields.clientSubmitTime ?? fields.creationTime ?? '';
  const lists = (['to', 'cc', 'bcc'] as const).map((kind) =>
    addresses(
      kind,
      recipients
        .filter(({ recipType }) => recipType === kind)
        .map(({ name = '', smtpAddress, email = '' }) => ({ name, address: smtpAddress ?? email })),
    ),
  );
  return [
    addresses('from', [{ name: senderName, address: sender }]),
    ...lists,
    field('Subject', subject || ' '),
    field('Date', date),
    field('Message-ID', fields.messageId ?? ''),
  ].join('');
}

const field = (name: string, value: string): string => (value === '' ? '' : writtenField(name, value));

/** Returns a field with addresses. People in the directory of Exchange have no address of the internet. */
function addresses(kind: 'from' | 'to' | 'cc' | 'bcc', people: { name: string; address: string }[]): string {
  const pieces = people
    .filter(({ name, address }) => name !== '' || address !== '')
    .flatMap(({ name, address }, i): AddressPiece[] => [
      ...(i > 0 ? [{ kind: 'between' as const, text: ',' }] : []),
      ...(name === '' ? [] : [{ kind: 'name' as const, text: name }]),
      ...(address.includes('@') ? [{ kind: 'address' as const, text: address }] : []),
    ]);
  const title = `${kind[0]!.toUpperCase()}${kind.slice(1)}`;
  return pieces.length === 0 ? '' : writtenAddresses(title, pieces);
}

/** Returns the body, with each of its forms. */
function bodiesOf({ body, bodyHtml, html, internetCodepage = UTF_8, compressedRtf }: FieldsData): string[] {
  const page = html ? iconv.decode(Buffer.from(html), encodingOf(internetCodepage)) : bodyHtml;
  const forms = [
    ...(body?.trim() ? [leaf('text/plain; charset=utf-8', Buffer.from(body))] : []),
    ...(page?.trim() ? [leaf('text/html; charset=utf-8', Buffer.from(page))] : []),
  ];
  if (forms.length === 0 && compressedRtf) throw new UnreadableFile('unknown_part');
  return forms.length > 1 ? [multipart('alternative', forms)] : forms;
}

function attachmentOf({ fields, data }: Attachment, depth: number): string[] {
  const content = Buffer.from(data.content);
  const type =
    /^[a-z]+\/[\w.+-]+$/i.exec(fields.attachMimeTag ?? '')?.[0].toLowerCase() ?? 'application/octet-stream';
  if (fields.innerMsgContent)
    return [`Content-Type: message/rfc822\r\n\r\n${msgToEml(content, depth + 1).toString('latin1')}`];
  // A signed message is stored as it was sent.
  if (type === 'multipart/signed') return [content.toString('latin1')];
  const name = fields.fileName ?? fields.fileNameShort ?? fields.name ?? data.fileName;
  const id = fields.pidContentId ? writtenField('Content-ID', `<${fields.pidContentId}>`) : '';
  return [
    leaf(
      type,
      content,
      `Content-Disposition: attachment;\r\n ${extendedParameter('filename', name)}\r\n${id}`,
    ),
  ];
}

const leaf = (type: string, content: Buffer, fields = ''): string =>
  `Content-Type: ${type}\r\n${fields}${inBase64(content)}`;

function multipart(kind: 'mixed' | 'alternative', parts: readonly string[], depth = 0): string {
  const boundary = `${BOUNDARY}-${kind}-${depth}`;
  const body = parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('');
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${body}--${boundary}--\r\n`;
}
