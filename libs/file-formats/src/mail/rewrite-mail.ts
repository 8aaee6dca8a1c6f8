import PostalMime, { type Email } from 'postal-mime';
import type { EditOptions, FormatCode, WrittenText } from '../editing/file-format';
import { applyChanges, type TextEditor } from '../editing/text-editor';
import { htmlCode } from '../html/rewrite-html';
import { UnreadableFile } from '../unreadable';
import { parseEntity, textOf, type Entity } from './mime-entity';
import { decodeWords, extendedParameter, writtenField, type Field } from './mime-header';

/** Fields that readers see. All others are left out, but for those of the structure. */
const SHOWN = new Set(
  'from sender reply-to to cc bcc subject date comments keywords organization message-id in-reply-to references thread-topic importance priority'.split(
    ' ',
  ),
);
/** Fields of the structure, which are written again. */
const STRUCTURE = /^(mime-version|content-.*)$/;
const ENCRYPTED = /^(multipart\/encrypted|application\/(x-)?pkcs7-mime)$/;
const SIGNATURE = /^application\/((x-)?pkcs7-signature|pgp-signature)$/;
/** Bodies that are shown as they are stored. Others, such as Rich Text, are encoded in their own way. */
const TEXTS = /^text\/(plain|html|csv|markdown|calendar)$/;
const LINE_BYTES = 57;

/** Rewrites a message (RFC 5322, MIME): its visible fields, bodies and attachments. It is written in ASCII. */
export const mailCode: FormatCode = {
  async rewrite(file, editor, options) {
    if (file.length === 0) throw new UnreadableFile('empty');
    const message = parseEntity(file.toString('latin1'));
    if (!message.fields.some(({ name }) => SHOWN.has(name))) throw new UnreadableFile('other_type');
    return Buffer.from(await new MailWriter(editor, options).message(message), 'latin1');
  },

  async *readAgain(file, options): AsyncGenerator<WrittenText> {
    yield* readEmail(await PostalMime.parse(file, { forceRfc822Attachments: true }), options);
  },
};

class MailWriter {
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

  private field({ name, value }: Field): string {
    if (STRUCTURE.test(name)) return '';
    if (!SHOWN.has(name)) {
      this.editor.drop('transport');
      return '';
    }
    const title = name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
    const changes = value === '' ? [] : this.editor.edit({ part: 'headers', text: value });
    return writtenField(title, applyChanges(value, changes));
  }

  /** Returns the fields of the structure and the body of a part; undefined if it is left out. */
  private async part(entity: Entity): Promise<string | undefined> {
    const { value: type } = entity.type;
    if (ENCRYPTED.test(type)) throw new UnreadableFile('encrypted');
    if (SIGNATURE.test(type)) return this.leaveOut('signatures');
    if (type === 'message/rfc822') {
      const forwarded = await this.message(parseEntity(entity.content.toString('latin1')));
      return `Content-Type: message/rfc822\r\n\r\n${forwarded}`;
    }
    if (type.startsWith('multipart/')) return this.multipart(entity);
    if (entity.fileName === undefined && TEXTS.test(type)) return this.text(entity);
    return this.attachment(entity);
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

  private async text(entity: Entity): Promise<string> {
    const text = textOf(entity);
    const written =
      entity.type.value === 'text/html' && text.trim() !== ''
        ? await htmlCode.rewrite(Buffer.from(text), this.editor, this.options)
        : Buffer.from(text === '' ? text : applyChanges(text, this.editor.edit({ part: 'text', text })));
    return `Content-Type: ${entity.type.value}; charset=utf-8\r\n${this.contentId(entity)}${inBase64(written)}`;
  }

  private async attachment(entity: Entity): Promise<string | undefined> {
    const { fileName = '', content, type } = entity;
    const code = this.options.codeOf(fileName);
    if (!code || code === mailCode)
      return this.leaveOut(type.value.startsWith('image/') ? 'pictures' : 'embedded');
    const dot = fileName.lastIndexOf('.');
    const name = fileName.slice(0, dot);
    const changes = name === '' ? [] : this.editor.edit({ part: 'headers', text: name });
    const written = applyChanges(name, changes) + fileName.slice(dot);
    const rewritten = await code.rewrite(content, this.editor, this.options);
    return (
      `Content-Type: ${type.value}\r\nContent-Disposition: attachment;\r\n ${extendedParameter('filename', written)}\r\n` +
      `${this.contentId(entity)}${inBase64(rewritten)}`
    );
  }

  /** The id by which a page shows a picture. It is a text, because programs form it of names and hosts. */
  private contentId({ fields }: Entity): string {
    const id = fields.find(({ name }) => name === 'content-id')?.value;
    if (!id) return '';
    return writtenField('Content-ID', applyChanges(id, this.editor.edit({ part: 'headers', text: id })));
  }

  /** @throws UnreadableFile unless the request allows to leave it out */
  private leaveOut(part: 'embedded' | 'pictures' | 'signatures'): undefined {
    if (!this.options.drop.has(part)) throw new UnreadableFile(part);
    this.editor.drop(part);
    return undefined;
  }
}

const EMPTY = 'Content-Type: text/plain; charset=utf-8\r\n\r\n';

const inBase64 = (bytes: Buffer): string => {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += LINE_BYTES)
    lines.push(bytes.toString('base64', at, Math.min(at + LINE_BYTES, bytes.length)));
  return `Content-Transfer-Encoding: base64\r\n\r\n${lines.join('\r\n')}\r\n`;
};

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
