import { SaxesParser } from 'saxes';
import { UnreadableFile } from '../unreadable';

/** Receives XML events and returns the text to output. Names have no namespace prefix. */
export interface XmlListener {
  open?(name: string, attributes: Readonly<Record<string, string>>): string | undefined;
  text?(text: string): string | undefined;
  close?(name: string): string | undefined;
}

/** Yields the text that `listener` returns, while the XML arrives. Refuses entities that a file defines. */
export async function* readXml(pieces: AsyncIterable<string>, listener: XmlListener): AsyncGenerator<string> {
  const parser = new SaxesParser();
  let out = '';
  parser.on('opentag', ({ name, attributes }) => {
    out += listener.open?.(localName(name), attributes) ?? '';
  });
  parser.on('text', (text) => {
    out += listener.text?.(text) ?? '';
  });
  parser.on('cdata', (text) => {
    out += listener.text?.(text) ?? '';
  });
  parser.on('closetag', ({ name }) => {
    out += listener.close?.(localName(name)) ?? '';
  });
  for await (const piece of pieces) {
    feed(() => parser.write(piece));
    if (out) yield out;
    out = '';
  }
  feed(() => parser.close());
  if (out) yield out;
}

/** Feeds a whole part to a listener that outputs no text. */
export async function scanXml(pieces: AsyncIterable<string>, listener: XmlListener): Promise<void> {
  const reading = readXml(pieces, listener);
  while (!(await reading.next()).done);
}

function feed(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('damaged', { cause: error });
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
