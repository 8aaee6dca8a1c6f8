import { Readable } from 'node:stream';

/** A JSON document that is read while it is written: `head`'s members, and then a list of any length. */
export const jsonList = (head: object, name: string, items: AsyncIterable<unknown>): Readable =>
  Readable.from(lines(head, name, items), { objectMode: false });

async function* lines(head: object, name: string, items: AsyncIterable<unknown>): AsyncGenerator<string> {
  yield '{\n';
  for (const [key, value] of Object.entries(head))
    yield `  ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`;
  yield `  ${JSON.stringify(name)}: [`;
  let separator = '\n';
  for await (const item of items) {
    yield `${separator}    ${JSON.stringify(item)}`;
    separator = ',\n';
  }
  yield '\n  ]\n}\n';
}
