/**
 * The client that sends expensive requests, in its own process: writing 20 MB must not delay the measured requests. It has the
 * lowest priority if processors are scarce, since real clients have their own machines.
 */
import { setPriority } from 'node:os';
import { book, hostileFiles, type HostileFile } from './hostile-files';

export interface ClientSettings {
  /** The path below {ai_base}. */
  ai: string;
  authorization: Record<string, string>;
}

/** A task for the client. */
export type ClientOrder = 'send hostile files' | 'send a book' | 'ask about the book';

/** The result of a request. */
export interface Outcome {
  name: string;
  seconds: number;
  answer: string;
}

const LOW_PRIORITY = 10;

async function main({ ai, authorization }: ClientSettings): Promise<void> {
  setPriority(LOW_PRIORITY);
  const files = await hostileFiles();
  let edition = 0;
  let doc = '';

  const upload = async ({ name, content }: HostileFile) => {
    const response = await fetch(`${ai}upload`, {
      method: 'POST',
      headers: { ...authorization, 'file-name': encodeURIComponent(name) },
      body: content,
    });
    return { status: response.status, ...((await response.json()) as { message: string; data?: string }) };
  };

  const work: Record<ClientOrder, () => Promise<Outcome[]>> = {
    'send hostile files': async () => {
      const outcomes: Outcome[] = [];
      for (const file of files)
        outcomes.push(
          await timed(file.name, async () => {
            const { status, message } = await upload(file);
            return `${status} ${message}`;
          }),
        );
      return outcomes;
    },
    'send a book': async () => {
      edition += 1;
      doc = (await upload({ name: 'book.txt', content: book(edition) })).data!;
      return [];
    },
    'ask about the book': async () => [
      await timed('chat about 20 MB of text', async () => {
        const response = await fetch(`${ai}chat`, {
          method: 'POST',
          headers: { ...authorization, 'content-type': 'application/json' },
          body: JSON.stringify({
            lang: 'de',
            prompt: 'Was steht im Vertrag?',
            choices: ['Names', 'Emails', 'Phone'],
            model: 'test-model',
            anonymized: true,
            doc,
          }),
        });
        await response.arrayBuffer();
        return String(response.status);
      }),
    ],
  };

  process.on('message', (order: ClientOrder) => {
    void work[order]().then((outcomes) => process.send!(outcomes));
  });
  process.once('disconnect', () => process.exit());
  process.send!([]);
}

async function timed(name: string, work: () => Promise<string>): Promise<Outcome> {
  const startedAt = performance.now();
  const answer = await work();
  return { name, answer, seconds: (performance.now() - startedAt) / 1000 };
}

void main(JSON.parse(process.argv[2]!) as ClientSettings);
