import { eventually, startUpstream, type Upstream } from '@app/testing';
import { ApiClient } from '../support/api-client';
import { readHistory, sendPrompt } from '../support/chat';
import { fixtures } from '../support/upgrade/fixture';
import { restored, type Restored } from '../support/upgrade/restored';

/** The migrations of the same data: `test/integration/upgrade.e2e-spec.ts`. */
describe.each(fixtures())('an upgrade from $version', ({ backup, kept }) => {
  let upstream: Upstream;
  let data: Restored;
  let api: ApiClient;

  beforeAll(async () => {
    upstream = await startUpstream();
    data = await restored(backup, { LLM_BASE_URL: upstream.baseUrl, JOB_SWEEP_INTERVAL: '500ms' });
    const { system } = data;
    await Promise.all([system.api.start(), system.worker.start()]);
    const { userName, password } = kept;
    const anybody = new ApiClient(system);
    const login = await anybody.post<{ jwtToken: string }>('/idm/v1/auth/login', { userName, password });
    api = new ApiClient(system, { authorization: { authorization: `Bearer ${login.body.jwtToken}` } });
  });
  afterAll(async () => {
    await data?.stop();
    await upstream?.stop();
  });

  it('keeps chats, documents and jobs readable', async () => {
    const { chatId, prompt, documentId, jobId } = kept;
    const { data: history } = await readHistory(api, chatId);
    expect(history.prompts[0]!.originalPrompt).toBe(prompt);
    const { status } = await sendPrompt(api, 'How long is the notice period?', { doc: documentId });
    expect(status).toBe(200);
    expect(upstream.requests.at(-1)!.raw).toContain('three months');
    expect((await api.get(`job/${jobId}/result`)).body).toMatchObject({ anonymized_text: 'Call [NAME_1].' });
  });

  it('finishes a waiting job', async () => {
    await eventually(async () =>
      expect((await api.get(`job/${kept.waitingId}/result`)).body).toMatchObject({
        anonymized_text: 'Call [NAME_1].',
      }),
    );
  });
});
