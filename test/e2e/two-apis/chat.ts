import { ApiClient } from '../../support/api-client';
import { sendPrompt } from '../../support/chat';
import { useTwoApis } from './scene';

const NAME = 'Hans Müller';
const EMAIL = 'hans.mueller@firma.de';

const scene = useTwoApis();

describe('a chat', () => {
  it('uses the same replacements if another process continues it', async () => {
    const first = (await sendPrompt(scene.api, `Mr. ${NAME} reads ${EMAIL}.`)).body;
    const more = { chat_id: first.session_id };
    const { body } = await sendPrompt(
      ApiClient.at(scene.apis[1], scene.user),
      `And ${NAME} at ${EMAIL}?`,
      more,
    );
    const { Names: [name] = [], Emails: [email] = [] } = first.anonymized_values;
    expect(body.anonymized_prompt).toBe(`And ${name} at ${email}?`);
    expect(body.replaced_response).toBe(`You said: And ${NAME} at ${EMAIL}?`);
    expect(scene.upstream.requests.at(-1)!.raw).not.toMatch(/müller|mueller/i);
  });
});
