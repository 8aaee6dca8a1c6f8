import { eventually } from '@app/testing';
import { sendPrompt } from '../../support/chat';
import { accepted, anAnonymization } from '../../support/jobs';
import { upload } from '../../support/running-system';
import { useApiAndWorker } from './scene';

const scene = useApiAndWorker();

/** Machine-written text: escaped letters, a name recognizable only by its key, a number without formatting, an HTML entity. */
const TEXT =
  '{"signed_by": "Bj\\u00f6rn Sch\\u00e4fer", "customer": "Petersen", "floor": 3,' +
  ' "phone": 4915112345678, "mail": "b.schaefer&#64;firma.de"}';
const VALUES = ['Schäfer', 'Sch\\u00e4fer', 'fer"', 'Petersen', '15112345678', 'b.schaefer'];

function expectHidden(sent: string): void {
  for (const value of VALUES) expect(sent).not.toContain(value);
  expect(sent).toContain('"floor": 3');
}

describe('a machine-written text', () => {
  it('is sent as a prompt without its personal data, and the answer contains the original text', async () => {
    const { status, body } = await sendPrompt(scene.api, TEXT);
    expect(status).toBe(200);
    const { raw, body: sent } = scene.upstream.requests.at(-1)!;
    expectHidden(sent.messages!.at(-1)!.content);
    for (const value of ['Petersen', '15112345678', 'schaefer']) expect(raw).not.toContain(value);
    expect(body.replaced_response).toContain(TEXT);
  });

  it('is sent as a document without its personal data', async () => {
    const doc = await upload(scene.api, 'customer.json', TEXT);
    const { body } = await sendPrompt(scene.api, 'Which floor?', { doc });
    const { raw } = scene.upstream.requests.at(-1)!;
    for (const value of ['Schäfer', 'Petersen', '15112345678', 'schaefer']) expect(raw).not.toContain(value);
    expect(body.replaced_response).toContain('Petersen');
  });

  it('is anonymized by a job', async () => {
    const fields = anAnonymization('https://127.0.0.1:9999/hook', { text: TEXT, lang: 'de' });
    const jobId = await accepted(scene.api.post('job/anonymize', fields));
    const anonymized = await eventually(async () => {
      const path = `job/${jobId}/result`;
      const { status, body } = await scene.api.get<{ anonymized_text: string }>(path);
      expect(status).toBe(200);
      return body.anonymized_text;
    });
    expectHidden(anonymized);
    expect(anonymized).toContain('"customer": "[NAME_2]"');
  });
});
