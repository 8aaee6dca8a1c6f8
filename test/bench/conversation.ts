/**
 * Measures what the gateway adds to each call of a growing conversation: `npm run bench:conversation`. Ten calls each send
 * all previous messages and 9.6 KB more, up to 96 KB, compared with direct calls of the same upstream. The texts are letters
 * with a person, a number and an address per KB, in the formats of chat completions and responses, and lists of values only.
 * Findings are cached; the cost of replacing grows with the number of values. The first conversation warms up and is
 * not measured; each conversation is different.
 */
import { startSystem, startUpstream } from '@app/testing';

const TURNS = 10;
const TURN_BYTES = 9_600;
const CONVERSATIONS = 3;

const FIRST = ['Hans', 'Eva', 'Otto', 'Petra', 'Jonas', 'Clara', 'Emil', 'Frieda'];
const LAST = ['Müller', 'Schulz', 'Kramer', 'Petersen', 'Vogel', 'Brandt', 'Lang', 'Winter'];

const PROSE =
  'The goods were checked when they came in, and nothing was missing. We shall write again as soon as the second part has ' +
  'been packed, which should take a week at most. If anything is unclear, please look at the notes that came with the ' +
  'last delivery, where all of it is explained at length. The invoice follows by the end of the month, as always. ';

/** Returns about 9.6 KB that no other turn contains. @param prose number of sentences after each sentence with values */
function turnText(conversation: number, turn: number, prose: number): string {
  let text = '';
  for (let i = 0; text.length < TURN_BYTES; i += 1) {
    const number = (conversation * TURNS + turn) * 1_000 + i;
    const [first, last] = [FIRST[number % FIRST.length]!, LAST[(number >> 3) % LAST.length]!];
    text +=
      `Order ${number}: Mr. ${first} ${last} called us on +49 30 ${1_000_000 + number} and asked for the contract, which we ` +
      `sent to ${first.toLowerCase()}.${number}@company.example with a copy for the accounts. ${PROSE.repeat(prose)}`;
  }
  return text;
}

interface Way {
  name: string;
  body(texts: readonly string[]): object;
  path: string;
  /** Sentences of prose between values. */
  prose: number;
}
const chat = (texts: readonly string[]) => ({
  model: 'test-model',
  messages: texts.map((content) => ({ role: 'user', content })),
});
const WAYS: readonly Way[] = [
  { name: 'letters, chat/completions', path: 'chat/completions', body: chat, prose: 2 },
  {
    name: 'letters, responses',
    path: 'responses',
    body: (texts) => ({ model: 'test-model', input: chat(texts).messages }),
    prose: 2,
  },
  { name: 'lists, chat/completions', path: 'chat/completions', body: chat, prose: 0 },
];

async function main(): Promise<void> {
  const upstream = await startUpstream();
  upstream.answer = () => {
    upstream.requests.length = 0;
    return 'Very well.';
  };
  const env = { LLM_BASE_URL: upstream.baseUrl, LLM_API: 'chat', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
  const system = await startSystem(env, ['api']);
  try {
    const { authorization } = await system.user();
    for (const [at, { name, path, body, prose }] of WAYS.entries()) {
      const direct: number[][] = Array.from({ length: TURNS }, () => []);
      const added: number[][] = Array.from({ length: TURNS }, () => []);
      for (let conversation = 0; conversation < CONVERSATIONS + 1; conversation += 1) {
        const texts: string[] = [];
        for (let turn = 0; turn < TURNS; turn += 1) {
          texts.push(turnText(at * (CONVERSATIONS + 1) + conversation, turn, prose));
          const there = await timed(`${upstream.baseUrl}/chat/completions`, chat(texts), {});
          const here = await timed(system.ai(`openai/v1/${path}`), body(texts), authorization);
          if (conversation === 0) continue;
          direct[turn]!.push(there);
          added[turn]!.push(here - there);
        }
      }
      console.log(`${name}, medians of ${CONVERSATIONS} (ms)\n call    KB   direct    added`);
      for (let turn = 0; turn < TURNS; turn += 1)
        console.log(
          `${String(turn + 1).padStart(5)} ${(((turn + 1) * TURN_BYTES) / 1_000).toFixed(0).padStart(5)} ` +
            `${median(direct[turn]!).toFixed(1).padStart(8)} ${median(added[turn]!).toFixed(1).padStart(8)}`,
        );
    }
  } finally {
    await system.stop();
    await upstream.stop();
  }
}

async function timed(url: string, body: object, headers: Record<string, string>): Promise<number> {
  const began = performance.now();
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
  return performance.now() - began;
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

void main();
