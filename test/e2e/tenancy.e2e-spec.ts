import { newId } from '@app/common';
import {
  startSystem,
  startUpstream,
  startWebhookReceiver,
  type TestSystem,
  type TestUser,
  type Upstream,
  type WebhookReceiver,
} from '@app/testing';
import { ApiClient, type ApiAnswer } from '../support/api-client';
import { askFor, belongingOf } from '../support/tenancy/ask-for';
import { IMAGE_ANSWER, makeBelongings, type Belongings } from '../support/tenancy/belongings';
import { idSlots, type IdSlot } from '../support/tenancy/id-slots';

/** What differs from one request to the next, whoever asks. */
const PER_REQUEST = new Set(['date', 'x-request-id', 'x-ratelimit-remaining']);

/** Whatever takes an id: another's is answered exactly as one that does not exist (contract: Addresses and the envelope). */
describe("another user's id", () => {
  let system: TestSystem;
  let upstream: Upstream;
  let receiver: WebhookReceiver;
  let slots: IdSlot[];
  let owner: TestUser;
  let mine: Belongings;
  const others: Record<string, TestUser> = {};

  beforeAll(async () => {
    [upstream, receiver] = await Promise.all([startUpstream(), startWebhookReceiver()]);
    upstream.intercept = ({ path }, response) => {
      if (path.endsWith('/images/generations')) response.writeHead(200).end(IMAGE_ANSWER);
      return path.endsWith('/images/generations');
    };
    system = await startSystem({
      LLM_BASE_URL: upstream.baseUrl,
      IMAGE_BASE_URL: upstream.baseUrl,
      WEBHOOK_CA_FILE: receiver.caFile,
      RATE_LIMITS: 'off',
    });
    owner = await system.user();
    mine = await makeBelongings(system, owner, receiver);
    slots = await idSlots(system);
    others['a colleague'] = await system.user({ organizationId: owner.organizationId });
    others['a user of another organization'] = await system.user();
  });
  afterAll(async () => {
    await system?.stop();
    await Promise.all([upstream?.stop(), receiver?.stop()]);
  });

  /** Everything of an answer that a caller can tell apart. */
  const told = ({ status, headers, bytes }: ApiAnswer) => ({
    status,
    headers: Object.fromEntries([...headers].filter(([name]) => !PER_REQUEST.has(name))),
    body: bytes.toString('base64'),
  });
  const idOf = (slot: IdSlot): string => mine[belongingOf(slot)];

  it('is taken at all these places', () => {
    const known = slots.map(
      ({ method, path, name }) => `${method} ${path.replace(/^\/ai\/v1\//, '')}: ${name}`,
    );
    expect(known.sort()).toMatchInlineSnapshot(`
      [
        "DELETE delete-session/{session_id}: session_id",
        "DELETE job/{job_id}: job_id",
        "DELETE upload/{id}: id",
        "GET history/{chat_id}: chat_id",
        "GET images/{id}: id",
        "GET job/{job_id}/result: job_id",
        "GET job/{job_id}: job_id",
        "POST chat: chat_id",
        "POST chat: doc",
        "POST generate-image: chat_id",
        "POST job/{job_id}/redeliver: job_id",
        "POST rename-session: session_id",
      ]
    `);
  });

  it.each(['a colleague', 'a user of another organization'])(
    'is answered to %s as one that does not exist, byte for byte',
    async (who) => {
      for (const slot of slots) {
        const [foreign, unknown] = [
          told(await askFor(system, others[who]!, slot, idOf(slot))),
          told(await askFor(system, others[who]!, slot, newId())),
        ];
        expect({ slot, ...foreign }).toEqual({ slot, ...unknown });
        expect([400, 404]).toContain(foreign.status);
      }
    },
  );

  it('changed nothing, and is of use to its owner at every place', async () => {
    const api = new ApiClient(system, owner);
    expect((await api.get<{ data: Record<string, string> }>('history')).body.data).toEqual({
      [mine.chat]: 'Who is Hans Weber?',
    });
    const { body } = await api.get<{ data: { prompts: unknown[] } }>(`history/${mine.chat}`);
    expect(body.data.prompts).toHaveLength(2);
    // A chat takes its document along when it goes.
    const turn = (slot: IdSlot): number =>
      slot.method === 'DELETE' ? (belongingOf(slot) === 'chat' ? 2 : 1) : 0;
    for (const slot of slots.toSorted((a, b) => turn(a) - turn(b))) {
      // A link to an image is its own right, and this one is not signed.
      if (belongingOf(slot) === 'image') continue;
      const { status } = await askFor(system, owner, slot, idOf(slot));
      expect({ slot, ok: status >= 200 && status < 300 }).toEqual({ slot, ok: true });
    }
  });
});
