import type { Completion, CompletionRequest, LanguageModel } from '@app/llm';
import { knownDetector } from '@app/testing';
import { PromptCheck } from './prompt.check';

const PHONE = '+49 30 901820';

/** Answers and records what it was sent. */
class RecordingModel {
  readonly sent: string[] = [];

  async models() {
    return [{ id: 'small', promptTokens: 8_000 }];
  }

  async complete({ messages }: CompletionRequest): Promise<Completion> {
    this.sent.push(...messages.map(({ content }) => content));
    return {
      text: 'Hello!',
      usage: { promptTokens: 1, completionTokens: 1, source: 'provider' },
      finish: 'stop',
    };
  }
}

describe('the prompt', () => {
  const run = (names: readonly string[], model: RecordingModel) =>
    new PromptCheck(
      async () => knownDetector(names),
      () => model as unknown as LanguageModel,
    ).run(new AbortController().signal);

  it('is shown as it was sent to the provider, without personal data', async () => {
    const model = new RecordingModel();
    const { outcome, found } = await run(['Katharina Wegener', PHONE], model);
    expect(outcome).toBe('ok');
    expect(model.sent).toHaveLength(1);
    expect(found).toContain(`"${model.sent[0]}"`);
    expect(model.sent[0]).not.toMatch(/Katharina|Wegener|901820/);
  });

  it('is not sent if personal data would remain in it', async () => {
    const model = new RecordingModel();
    expect(await run(['Katharina Wegener'], model)).toMatchObject({
      outcome: 'failed',
      found: expect.stringContaining(PHONE),
    });
    expect(model.sent).toEqual([]);
  });
});
