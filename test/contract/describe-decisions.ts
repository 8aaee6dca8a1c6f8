import { expectFailure } from './check';
import type { Scene } from './scene';
import { chatRequest, type Story } from './story';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Tests decisions of the contract that no other suite covers. */
export function describeDecisions(scene: () => Scene, story: () => Story): void {
  it('identifies every resource by a UUIDv7', () => {
    const { chat, upload, transcription, image } = story();
    for (const id of [
      chat.body.session_id,
      upload.body.data,
      transcription.acceptance.body.job_id,
      image.body.chat_id,
    ])
      expect(id).toMatch(UUID_V7);
  });

  it('replaces a lone surrogate in JSON by U+FFFD', async () => {
    const body = JSON.stringify(chatRequest()).replace(/"prompt":"[^"]*"/, String.raw`"prompt":"a\ud800b"`);
    expect((await scene().call('POST', 'anonymize', { body })).body.anonymized_prompt).toBe('a\uFFFDb');
  });

  it('accepts JSON of 32 levels and rejects deeper JSON', async () => {
    const nested = (levels: number) =>
      JSON.stringify(chatRequest({ more: 0 })).replace(
        '"more":0',
        `"more":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}`,
      );
    expect((await scene().call('POST', 'anonymize', { body: nested(32) })).status).toBe(200);
    expectFailure(await scene().call('POST', 'anonymize', { body: nested(33) }), 400);
  });

  it('echoes a valid X-Request-Id and generates one if it is absent', async () => {
    const idFor = async (given: string | undefined): Promise<string | null> => {
      const options = given === undefined ? {} : { headers: { 'x-request-id': given } };
      return (await scene().call('GET', 'history', options)).headers.get('x-request-id');
    };
    for (const proper of ['a', 'A-1_b.c', 'x'.repeat(128)]) expect(await idFor(proper)).toBe(proper);
    for (const other of [undefined, 'x'.repeat(129), 'a b', 'ä']) expect(await idFor(other)).toMatch(UUID_V7);
  });
}
