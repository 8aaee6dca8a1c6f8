import { startSystem, type TestSystem } from '@app/testing';
import { readDocument, type Operation } from '../contract/open-api';
import { ApiClient } from '../support/api-client';
import { HOSTILE_TEXTS, READ_NO_TEXTS, READ_TEXTS, type Target, type TextCall } from './texts-of-endpoints';
import { Delays } from './watch';

/** Limit for the processor time of one turn of the event loop. */
const LONGEST_HOLD_MS = 250;
/** More than any endpoint reads. Half of it follows, until the endpoint accepts a text. */
const LONGEST_TEXT = 17 * 1024 ** 2;
const SHORTEST_TEXT = 100;
/** Texts that an endpoint without texts gets: its strings are short. */
const TEXT_OF_FIELDS = 1_000_000;

describe('a text of a member, as long as its endpoint accepts', () => {
  let system: TestSystem;
  let delays: Delays;
  let client: ApiClient;
  let target: Target;
  let operations: Operation[];

  beforeAll(async () => {
    delays = await Delays.make();
    system = await startSystem({
      ...delays.env,
      RATE_LIMITS: 'off',
      EMBEDDINGS: 'pseudonyms',
    });
    client = new ApiClient(system, await system.user());
    operations = (await readDocument((path) => client.call('GET', path))).filter(
      ({ bodyTypes, roles, needsToken }) => bodyTypes.length > 0 && (roles.includes('member') || !needsToken),
    );
    const { case_id: caseId } = (await client.post<{ data: { case_id: string } }>('cases', {})).body.data;
    const hidden = await client.post<{ anonymized_prompt: string }>('anonymize', {
      model: 'demo-echo',
      prompt: 'Hans Müller',
      choices: ['Names'],
      lang: 'de',
      anonymized: true,
      case_id: caseId,
    });
    target = { caseId, replacement: hidden.body.anonymized_prompt };
  });

  afterAll(async () => {
    await system.stop();
    await delays.delete();
  });

  const send = async ({ method, path }: Operation, call: TextCall): Promise<number> =>
    (await client.call(method, call.path ?? path, call)).status;

  /** Sends texts that are half as long each time, until one is accepted. Returns the status of the last one. */
  const sendLongest = async (operation: Operation, calls: (length: number) => TextCall): Promise<number> => {
    let status = 0;
    for (let length = LONGEST_TEXT; length >= SHORTEST_TEXT; length = Math.floor(length / 2)) {
      status = await send(operation, calls(length));
      if (status < 300) break;
    }
    return status;
  };

  /** Returns a line with the longest hold since then, if it is too long. */
  const heldSince = (since: number, kind: string): string[] => {
    const heldMs = Math.max(0, ...delays.of(system.api.pid, since));
    return heldMs > LONGEST_HOLD_MS ? [`${kind}: ${heldMs} ms`] : [];
  };

  it('has an endpoint in one of the two lists', () => {
    const listed = [...Object.keys(READ_TEXTS), ...READ_NO_TEXTS];
    expect(operations.map(({ name }) => name).sort()).toEqual(listed.sort());
  });

  const texts = Object.entries(HOSTILE_TEXTS);

  it.each(Object.keys(READ_TEXTS))('does not hold the event loop: %s', async (name) => {
    const operation = operations.find((one) => one.name === name)!;
    const callsOf = READ_TEXTS[name]!;
    const held: string[] = [];
    for (const [kind, textOf] of texts) {
      for (const at of callsOf('', target).keys()) {
        const since = Date.now();
        await sendLongest(operation, (length) => callsOf(textOf(length), target)[at]!);
        held.push(...heldSince(since, `${kind}, request ${at}`));
      }
    }
    expect(held).toEqual([]);
  });

  it.each(READ_NO_TEXTS)('does not hold the event loop in a string: %s', async (name) => {
    const operation = operations.find((one) => one.name === name)!;
    const held: string[] = [];
    for (const [kind, textOf] of texts) {
      const since = Date.now();
      for (const body of bodiesWith(operation.request, textOf(TEXT_OF_FIELDS)))
        await send(operation, { body });
      held.push(...heldSince(since, kind));
    }
    expect(held).toEqual([]);
  });
});

/** Returns the documented body with a text in place of each of its fields, and as a field of its own. */
function bodiesWith(body: Record<string, unknown>, text: string): Record<string, unknown>[] {
  return [...Object.keys(body), text.slice(0, 100)].map((field) => ({ ...body, [field]: text }));
}
