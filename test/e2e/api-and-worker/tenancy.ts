import { newId } from '@app/common';
import { eventually, type TestUser } from '@app/testing';
import { ApiClient, type ApiAnswer, type Caller } from '../../support/api-client';
import { aPrompt, readVersions } from '../../support/chat';
import { askFor, belongingOf } from '../../support/tenancy/ask-for';
import {
  IMAGE_ANSWER,
  makeBelongings,
  makeProvider,
  type Belongings,
} from '../../support/tenancy/belongings';
import { idSlots, type IdSlot } from '../../support/tenancy/id-slots';
import { useApiAndWorker } from './scene';

/** Headers that differ between any two requests. */
const PER_REQUEST = new Set(['date', 'x-request-id', 'x-ratelimit-remaining', 'x-privacy-overhead-ms']);

/** Links that a user gives to colleagues. Users of other organizations may not use them. */
const FOR_COLLEAGUES = new Set(['/ai/v1/shares/{share_id}']);

const scene = useApiAndWorker();

/**
 * Every id that an endpoint accepts: the answer for another user's id equals the answer for an unknown id (contract: Addresses
 * and the envelope).
 */
describe("another user's id", () => {
  let slots: IdSlot[];
  let owner: TestUser;
  let mine: Belongings;
  const others: Record<string, TestUser> = {};
  /** The keys of identity providers, which alone may call SCIM, of the owner and the other admin. */
  let ownProvider: Caller;
  let otherProvider: Caller;

  beforeAll(async () => {
    const { system, receiver } = scene;
    drawImages();
    scene.upstream.batches.next = 'in_progress';
    owner = await system.user({ role: 'admin' });
    mine = await makeBelongings(system, owner, receiver);
    slots = await idSlots(system);
    others['a colleague'] = await system.user({ organizationId: owner.organizationId });
    others['a user of another organization'] = await system.user();
    const otherAdmin = await system.user({ role: 'admin' });
    others['an admin of another organization'] = otherAdmin;
    [ownProvider, otherProvider] = [
      await makeProvider(system, owner),
      await makeProvider(system, otherAdmin),
    ];
  });
  beforeEach(() => drawImages());
  afterAll(() => {
    scene.upstream.finish = 'stop';
    scene.upstream.batches.next = 'completed';
  });

  function drawImages(): void {
    scene.upstream.intercept = ({ path }, response) => {
      if (path.endsWith('/images/generations')) response.writeHead(200).end(IMAGE_ANSWER);
      return path.endsWith('/images/generations');
    };
  }

  /** Returns everything in an answer that a caller can compare. */
  const told = ({ status, headers, bytes }: ApiAnswer) => ({
    status,
    headers: Object.fromEntries([...headers].filter(([name]) => !PER_REQUEST.has(name))),
    // The time in the body differs too.
    body: bytes.toString().replace(/"errorDate":"[^"]*"/, ''),
  });
  const slotsAgainst = (who: string): IdSlot[] =>
    slots.filter(({ path }) => who !== 'a colleague' || !FOR_COLLEAGUES.has(path));
  const isScim = ({ path }: IdSlot): boolean => path.startsWith('/idm/v1/scim/');
  const callerFor = (who: string, slot: IdSlot): Caller =>
    isScim(slot) && who.startsWith('an admin') ? otherProvider : others[who]!;
  const idOf = (slot: IdSlot): string => mine[belongingOf(slot)];

  it('is accepted by exactly these endpoints', () => {
    const known = slots.map(
      ({ method, path, name }) => `${method} ${path.replace(/^\/ai\/v1\//, '')}: ${name}`,
    );
    expect(known.sort()).toMatchInlineSnapshot(`
      [
        "DELETE /admin/v1/budgets/{kind}/{subject_id}: subject_id",
        "DELETE /admin/v1/evaluations/{evaluation_id}/texts/{text_id}: evaluation_id",
        "DELETE /admin/v1/evaluations/{evaluation_id}/texts/{text_id}: text_id",
        "DELETE /admin/v1/evaluations/{evaluation_id}: evaluation_id",
        "DELETE /admin/v1/groups/{group_id}/members/{user_id}: group_id",
        "DELETE /admin/v1/groups/{group_id}/members/{user_id}: user_id",
        "DELETE /admin/v1/groups/{group_id}: group_id",
        "DELETE /admin/v1/keys/{key_id}: key_id",
        "DELETE /admin/v1/suggestions/{suggestion_id}: suggestion_id",
        "DELETE /admin/v1/users/{user_id}/second-factor: user_id",
        "DELETE /admin/v1/users/{user_id}: user_id",
        "DELETE /idm/v1/keys/{key_id}: key_id",
        "DELETE /idm/v1/logins/{login_id}: login_id",
        "DELETE /idm/v1/scim/v2/Groups/{group_id}: group_id",
        "DELETE /idm/v1/scim/v2/Users/{user_id}: user_id",
        "DELETE assistants/{assistant_id}/documents/{document_id}: assistant_id",
        "DELETE assistants/{assistant_id}/documents/{document_id}: document_id",
        "DELETE assistants/{assistant_id}: assistant_id",
        "DELETE cases/{case_id}: case_id",
        "DELETE delete-session/{session_id}: session_id",
        "DELETE job/{job_id}: job_id",
        "DELETE openai/v1/files/{file_id}: file_id",
        "DELETE sessions/{session_id}/pin: session_id",
        "DELETE sessions/{session_id}/share: session_id",
        "DELETE upload/{id}: id",
        "GET /admin/v1/budgets/{kind}/{subject_id}: subject_id",
        "GET /admin/v1/evaluations/{evaluation_id}/report: evaluation_id",
        "GET /admin/v1/evaluations/{evaluation_id}/texts/{text_id}: evaluation_id",
        "GET /admin/v1/evaluations/{evaluation_id}/texts/{text_id}: text_id",
        "GET /admin/v1/evaluations/{evaluation_id}/texts: evaluation_id",
        "GET /admin/v1/evaluations/{evaluation_id}: evaluation_id",
        "GET /admin/v1/groups/{group_id}/members: group_id",
        "GET /admin/v1/jobs/{job_id}: job_id",
        "GET /admin/v1/policy/versions/{version}: version",
        "GET /admin/v1/webhook/events/{event_id}: event_id",
        "GET /idm/v1/scim/v2/Groups/{group_id}: group_id",
        "GET /idm/v1/scim/v2/Users/{user_id}: user_id",
        "GET assistants/{assistant_id}/versions: assistant_id",
        "GET assistants/{assistant_id}: assistant_id",
        "GET cases/{case_id}: case_id",
        "GET files/{job_id}: job_id",
        "GET history/{chat_id}: chat_id",
        "GET images/{id}: id",
        "GET job/{job_id}/result: job_id",
        "GET job/{job_id}: job_id",
        "GET openai/v1/batches/{batch_id}: batch_id",
        "GET openai/v1/files/{file_id}/content: file_id",
        "GET openai/v1/files/{file_id}: file_id",
        "GET sessions/{session_id}/corrections: session_id",
        "GET sessions/{session_id}/share: session_id",
        "GET shares/{share_id}: share_id",
        "PATCH /admin/v1/groups/{group_id}: group_id",
        "PATCH /admin/v1/users/{user_id}: user_id",
        "PATCH /idm/v1/scim/v2/Groups/{group_id}: group_id",
        "PATCH /idm/v1/scim/v2/Users/{user_id}: user_id",
        "PATCH cases/{case_id}: case_id",
        "PATCH cases/{case_id}: group_id",
        "POST /admin/v1/evaluations/{evaluation_id}/measure: evaluation_id",
        "POST /admin/v1/evaluations/{evaluation_id}/texts: evaluation_id",
        "POST /admin/v1/jobs/{job_id}/redeliver: job_id",
        "POST /admin/v1/suggestions/{suggestion_id}/accept: suggestion_id",
        "POST /admin/v1/users/{user_id}/invitation: user_id",
        "POST /admin/v1/users/{user_id}/password: user_id",
        "POST anonymize: case_id",
        "POST anonymize: doc",
        "POST assistants: group_id",
        "POST cases/{case_id}/forget/preview: case_id",
        "POST cases/{case_id}/forget: case_id",
        "POST cases: group_id",
        "POST chat/{chat_id}/continue: chat_id",
        "POST chat/{chat_id}/regenerate: chat_id",
        "POST chat/{chat_id}/regenerate: turn_id",
        "POST chat/{chat_id}/title: chat_id",
        "POST chat/{chat_id}/version: chat_id",
        "POST chat/{chat_id}/version: turn_id",
        "POST chat: assistant_id",
        "POST chat: case_id",
        "POST chat: chat_id",
        "POST chat: doc",
        "POST chat: docs",
        "POST chat: images",
        "POST files/anonymize: case_id",
        "POST files/preview: case_id",
        "POST files/restore: case_id",
        "POST files/restore: job_id",
        "POST generate-image: chat_id",
        "POST job/anonymize-file: case_id",
        "POST job/anonymize: case_id",
        "POST job/transcribe: case_id",
        "POST job/{job_id}/redeliver: job_id",
        "POST openai/v1/batches/{batch_id}/cancel: batch_id",
        "POST openai/v1/batches: input_file_id",
        "POST preview: assistant_id",
        "POST preview: case_id",
        "POST preview: chat_id",
        "POST preview: docs",
        "POST rename-session: session_id",
        "POST restore: case_id",
        "POST restore: chat_id",
        "POST restore: job_id",
        "POST sessions/{session_id}/share: session_id",
        "POST sessions/{session_id}/suggestions: session_id",
        "PUT /admin/v1/budgets/{kind}/{subject_id}: subject_id",
        "PUT /admin/v1/evaluations/{evaluation_id}/texts/{text_id}: evaluation_id",
        "PUT /admin/v1/evaluations/{evaluation_id}/texts/{text_id}: text_id",
        "PUT /admin/v1/groups/{group_id}/members/{user_id}: group_id",
        "PUT /admin/v1/groups/{group_id}/members/{user_id}: user_id",
        "PUT /idm/v1/scim/v2/Groups/{group_id}: group_id",
        "PUT /idm/v1/scim/v2/Users/{user_id}: user_id",
        "PUT assistants/{assistant_id}/documents/{document_id}: assistant_id",
        "PUT assistants/{assistant_id}/documents/{document_id}: document_id",
        "PUT assistants/{assistant_id}: assistant_id",
        "PUT assistants/{assistant_id}: group_id",
        "PUT sessions/{session_id}/pin: session_id",
      ]
    `);
  });

  it.each(['a colleague', 'a user of another organization', 'an admin of another organization'])(
    'gets %s the same answer as an unknown id, byte for byte [SEC-28]',
    async (who) => {
      for (const slot of slotsAgainst(who)) {
        const [foreign, unknown] = [
          told(await askFor(scene.system, callerFor(who, slot), slot, idOf(slot), mine)),
          told(await askFor(scene.system, callerFor(who, slot), slot, newId(), mine)),
        ];
        expect({ slot, ...foreign }).toEqual({ slot, ...unknown });
        const isForAdmins = slot.path.startsWith('/admin/') || isScim(slot);
        const isRefused = isForAdmins && !who.startsWith('an admin');
        expect(isRefused ? [403] : [400, 404]).toContain(foreign.status);
      }
    },
  );

  /** Row-level security does not apply to the owner of the tables, so that only the conditions of the queries protect rows. */
  it('is refused by the conditions of the queries alone, without row-level security [SEC-30]', async () => {
    const unfenced = await scene.system.startApi({ DATABASE_URL: scene.system.ownerUrl });
    const at = ApiClient.addresses(`http://127.0.0.1:${unfenced.env.PORT}`);
    for (const who of Object.keys(others))
      for (const slot of slotsAgainst(who)) {
        const { status } = await askFor(at, callerFor(who, slot), slot, idOf(slot), mine);
        expect({ slot, status, isRefused: [400, 403, 404].includes(status) }).toEqual({
          slot,
          status,
          isRefused: true,
        });
      }
    await unfenced.stop();
  });

  it('shows an auditor only the state and the host of a job, and gives no other access [SEC-64]', async () => {
    const auditor = new ApiClient(
      scene.system,
      await scene.system.user({ role: 'auditor', organizationId: owner.organizationId }),
    );
    const { body } = await auditor.get<{ data: object[] }>('/admin/v1/jobs');
    const delivery = { state: 'delivered', host: '127.0.0.1' };
    expect(body.data).toEqual([expect.objectContaining({ job_id: mine.job, status: 'completed', delivery })]);
    const one = await auditor.get<{ data: object }>(`/admin/v1/jobs/${mine.job}`);
    for (const told of [body, one.body]) {
      expect(JSON.stringify(told)).not.toMatch(/user_id|Weber|https:/);
      expect(JSON.stringify(told)).not.toContain(owner.id);
    }
    expect((await auditor.get(`job/${mine.job}/result`)).status).toBe(404);
    expect((await auditor.post(`/admin/v1/jobs/${mine.job}/redeliver`)).status).toBe(403);
  });

  /** Returns the first turn of the chat, or another version of it to choose. */
  async function turnFor(api: ApiClient, { path }: IdSlot): Promise<string> {
    const [first] = await readVersions(api, mine.chat);
    if (path.endsWith('/regenerate')) return first!.turnId;
    return first!.versions.find((id) => id !== first!.turnId)!;
  }

  it('left everything unchanged, and works for its owner at every endpoint', async () => {
    const api = new ApiClient(scene.system, owner);
    expect((await api.get<{ data: Record<string, string> }>('history')).body.data).toEqual({
      [mine.chat]: 'Who is Hans Weber?',
    });
    const { body } = await api.get<{ data: { prompts: unknown[] } }>(`history/${mine.chat}`);
    expect(body.data.prompts).toHaveLength(2);
    // Only an incomplete answer can be continued.
    scene.upstream.finish = 'length';
    await api.post('chat', aPrompt('Hello', { chat_id: mine.chat }));
    // Sharing a chat ends its earlier link, deleting it deletes its document, and deleting a group removes its members.
    const turn = ({ method, path, name }: IdSlot): number => {
      // A value that was forgotten has no preview.
      if (FOR_COLLEAGUES.has(path) || path.endsWith('/forget/preview')) return -1;
      if (method !== 'DELETE' || path.endsWith('/pin')) return 0;
      if (path.endsWith('/share') || /\/(documents|texts)\//.test(path)) return 1;
      if (path.includes('/assistants/')) return 2;
      if (path.includes('/scim/')) return 2;
      if (path.endsWith('/second-factor')) return 1;
      return path.includes('/members/')
        ? 1
        : ['chat', 'group', 'user'].indexOf(belongingOf({ path, name })) + 3;
    };
    for (const slot of slots.toSorted((a, b) => turn(a) - turn(b))) {
      // The signature of a link is the only right that it needs, and these links are not signed.
      if (/^\/ai\/v1\/(images|files)\/\{/.test(slot.path)) continue;
      // The request for its assistant or evaluation deletes it.
      if (slot.method === 'DELETE' && ['document_id', 'text_id'].includes(slot.name)) continue;
      if (/\/(regenerate|version)$/.test(slot.path)) mine = { ...mine, turn: await turnFor(api, slot) };
      // A running attempt delays the next redelivery.
      await eventually(async () => {
        const caller = isScim(slot) ? ownProvider : owner;
        const { status } = await askFor(scene.system, caller, slot, idOf(slot), mine);
        expect({ slot, status, ok: status >= 200 && status < 300 }).toEqual({ slot, status, ok: true });
      });
    }
  });
});
