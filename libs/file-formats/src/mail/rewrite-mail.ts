import PostalMime, { type Email } from 'postal-mime';
import type { EditOptions, FormatCode, WrittenText } from '../editing/file-format';
import { applyChanges, type TextEditor } from '../editing/text-editor';
import { formatOf, FORMATS, type FormatName } from '../formats';
import { htmlCode, rewritePage } from '../html/rewrite-html';
import { msgToEml } from '../msg/msg-to-eml';
import { UnreadableFile } from '../unreadable';
import { addressPiecesOf, writtenAddresses, type AddressPiece } from './address-list';
import { FOLDED_FILES, FOLDED_LINES, foldedLines, unfoldedLines } from './folded-lines';
import { messageIn, newPartsLeft, parseEntity, textOf, type Entity } from './mime-entity';
import { decodeWords, extendedParameter, inBase64, writtenField, type Field } from './mime-header';

/** Fields that readers see. All others are left out, but for those of the structure. */
const SHOWN = new Set(
  'from sender reply-to to cc bcc subject date comments keywords organization message-id in-reply-to references thread-topic importance priority'.split(
    ' ',
  ),
);
const ADDRESSES = new Set(['from', 'sender', 'reply-to', 'to', 'cc', 'bcc']);
/** Fields of the structure, which are written again. */
const STRUCTURE = /^(mime-version|content-.*)$/;
const ENCRYPTED = /^(multipart\/encrypted|application\/(x-)?pkcs7-mime)$/;
const SIGNATURE = /^application\/((x-)?pkcs7-signature|pgp-signature)$/;
/** Formats of characters: the message declares their encoding. */
const TEXT_FORMATS: ReadonlySet<FormatName> = new Set([
  'txt',
  'md',
  'csv',
  'tsv',
  'html',
  'json',
  'yaml',
  'xml',
]);
const PLAIN_FORMATS: ReadonlySet<FormatName> = new Set(['txt', 'md']);

/** Rewrites a message (RFC 5322, MIME): its visible fields, bodies and attachments. It is written in ASCII. */
export const mailCode: FormatCode = {
  async rewrite(file, editor, options) {
    if (file.length === 0) throw new UnreadableFile('empty');
    const writer = new MailWriter(editor, options);
    const message = parseEntity(file.toString('latin1'), writer.left);
    if (!message.fields.some(({ name }) => SHOWN.has(name))) throw new UnreadableFile('other_type');
    return Buffer.from(await writer.message(message), 'latin1');
  },

  async *readAgain(file, options): AsyncGenerator<WrittenText> {
    yield* readEmail(await PostalMime.parse(file, { forceRfc822Attachments: true }), options);
  },
};

class MailWriter {
  readonly left = newPartsLeft();
  private boundaries = 0;

  constructor(
    private readonly editor: TextEditor,
    private readonly options: EditOptions,
  ) {}

  /** Returns a message with its own fields. */
  async message(entity: Entity): Promise<string> {
    const fields = entity.fields.map((field) => this.field(field)).join('');
    return `${fields}MIME-Version: 1.0\r\n${(await this.part(entity)) ?? EMPTY}`;
  }

  private field({ name, unfolded, value }: Field): string {
    if (STRUCTURE.test(name)) return '';
    const title = name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
    if (!SHOWN.has(name) && this.options.isRestoring) return writtenField(title, value);
    if (!SHOWN.has(name)) {
      this.editor.drop('transport');
      return '';
    }
    if (ADDRESSES.has(name)) return writtenAddresses(title, this.addresses(unfolded));
    return writtenField(title, this.edited('headers', value));
  }

  /** Returns the pieces of a list of addresses. Each name, address and comment is a text. */
  private addresses(unfolded: string): AddressPiece[] {
    let isFirst = true;
    return addressPiecesOf(unfolded).map((piece) => {
      if (piece.kind === 'between') return piece;
      const text = this.edited('headers', piece.text, isFirst ? undefined : 'cell');
      isFirst = false;
      return { ...piece, text };
    });
  }

  /** Returns the fields of the structure and the body of a part; undefined if it is left out. */
  private async part(entity: Entity): Promise<string | undefined> {
    const { value: type } = entity.type;
    if (ENCRYPTED.test(type)) throw new UnreadableFile('encrypted');
    if (SIGNATURE.test(type)) return this.leaveOut('signatures');
    if (type === 'message/rfc822')
      return `Content-Type: message/rfc822\r\n\r\n${await this.message(messageIn(entity, this.left))}`;
    if (type.startsWith('multipart/')) return this.multipart(entity);
    const content = await this.content(entity);
    return content && this.leaf(entity, content);
  }

  private async multipart({ type, parts }: Entity): Promise<string | undefined> {
    const written: string[] = [];
    for (const part of parts) {
      const one = await this.part(part);
      if (one !== undefined) written.push(one);
    }
    // A signed message without its signature is its first part.
    if (type.value === 'multipart/signed') return written[0];
    this.boundaries += 1;
    const boundary = `part-${this.boundaries}-of-this-message`;
    const body = written.map((part) => `--${boundary}\r\n${part}\r\n`).join('');
    return `Content-Type: ${type.value}; boundary="${boundary}"\r\n\r\n${body}--${boundary}--\r\n`;
  }

  /** Returns the rewritten content of a leaf; undefined if it is left out. */
  private async content(entity: Entity): Promise<Buffer | undefined> {
    const { fileName = '', content, type } = entity;
    const format = formatOf(fileName) ?? formatOfType(type.value);
    const code = format && this.options.codeOf(`part.${format.extensions[0]}`);
    if (format?.name === 'msg') {
      const message = parseEntity(msgToEml(content).toString('latin1'), this.left, entity.depth + 1);
      return Buffer.from(await this.message(message), 'latin1');
    }
    if (code === mailCode) return Buffer.from(await this.message(messageIn(entity, this.left)), 'latin1');
    const areLinesFolded = FOLDED_LINES.test(type.value) || FOLDED_FILES.test(fileName);
    const isText =
      areLinesFolded || (format ? TEXT_FORMATS.has(format.name) : type.value.startsWith('text/'));
    if (!isText) {
      // A file in a message may contain everything but messages.
      const options = {
        ...this.options,
        codeOf: (name: string) => (isMail(name) ? undefined : this.options.codeOf(name)),
      };
      if (code) return code.rewrite(content, this.editor, options);
      return this.options.isRestoring ? content : this.leaveOut(kindOf(type.value));
    }
    const text = textOf(entity);
    if (text.trim() === '') return Buffer.from(text);
    if (areLinesFolded) return Buffer.from(foldedLines(this.edited('text', unfoldedLines(text))));
    // The message decides about the encoding, whatever the page declares.
    if (code === htmlCode) return Buffer.from(rewritePage(text, this.editor, this.options));
    if (!code || PLAIN_FORMATS.has(format.name)) return Buffer.from(this.edited('text', text));
    return code.rewrite(Buffer.from(text), this.editor, this.options);
  }

  /** Returns a leaf with the fields of its structure. */
  private leaf(entity: Entity, content: Buffer): string {
    const { fileName, type } = entity;
    const isOther = fileName !== undefined && formatOf(fileName)?.writtenAs !== undefined;
    const charset = type.value.startsWith('text/') ? '; charset=utf-8' : '';
    return `Content-Type: ${isOther ? 'application/octet-stream' : type.value}${charset}\r\n${this.disposition(fileName)}${this.contentId(entity)}${inBase64(content)}`;
  }

  private disposition(fileName: string | undefined): string {
    if (fileName === undefined) return '';
    const format = formatOf(fileName);
    // An extension that is not known is a text, too.
    const dot = format || FOLDED_FILES.test(fileName) ? fileName.lastIndexOf('.') : fileName.length;
    const end = format?.writtenAs ? `.${format.writtenAs.extension}` : fileName.slice(dot);
    const written = this.edited('headers', fileName.slice(0, dot)) + end;
    return `Content-Disposition: attachment;\r\n ${extendedParameter('filename', written)}\r\n`;
  }

  private edited(part: string, text: string, joins?: 'cell'): string {
    if (text === '') return text;
    return applyChanges(text, this.editor.edit({ part, text, ...(joins && { joins }) }));
  }

  /** The id by which a page shows a picture. It is a text, because programs form it of names and hosts. */
  private contentId({ fields }: Entity): string {
    const id = fields.find(({ name }) => name === 'content-id')?.value;
    if (!id) return '';
    return writtenField('Content-ID', this.edited('headers', id));
  }

  /** @throws UnreadableFile unless the request allows to leave it out. A message that is restored loses its signature. */
  private leaveOut(part: 'embedded' | 'pictures' | 'signatures'): undefined {
    if (!this.options.drop.has(part) && !this.options.isRestoring) throw new UnreadableFile(part);
    this.editor.drop(part);
    return undefined;
  }
}

const isMail = (fileName: string): boolean => ['eml', 'msg'].includes(formatOf(fileName)?.name ?? '');

const formatOfType = (type: string): (typeof FORMATS)[number] | undefined =>
  FORMATS.find(
    ({ mediaType }) => mediaType.split(';', 1)[0] === type.replace(/^text\/(?=xml$|rtf$)/, 'application/'),
  );

const kindOf = (type: string): 'pictures' | 'embedded' =>
  type.startsWith('image/') ? 'pictures' : 'embedded';

const EMPTY = 'Content-Type: text/plain; charset=utf-8\r\n\r\n';

async function* readEmail(email: Email, options: EditOptions): AsyncGenerator<WrittenText> {
  for (const { key, value } of email.headers) yield { part: 'headers', text: `${key}: ${value}` };
  const addresses = [
    email.from,
    email.sender,
    ...(email.to ?? []),
    ...(email.cc ?? []),
    ...(email.bcc ?? []),
  ];
  for (const address of [...addresses, ...(email.replyTo ?? [])])
    yield { part: 'headers', text: `${address?.name ?? ''} ${address?.address ?? ''}` };
  yield { part: 'headers', text: email.subject ?? '' };
  yield { part: 'text', text: email.text ?? '' };
  if (email.html) yield* htmlCode.readAgain(Buffer.from(email.html), options);
  for (const { filename, mimeType, content } of email.attachments) {
    yield { part: 'attachments', text: filename ?? '' };
    const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer);
    if (mimeType === 'message/rfc822') yield* mailCode.readAgain(bytes, options);
    else if (filename && options.codeOf(filename))
      for await (const { text } of options.codeOf(filename)!.readAgain(bytes, options))
        yield { part: 'attachments', text };
    else {
      yield { part: 'attachments', text: decodeWords(bytes.toString('latin1')) };
      yield { part: 'attachments', text: bytes.toString('utf8').replaceAll(/\r?\n[ \t]/g, '') };
    }
  }
}
