import { Test } from '@nestjs/testing';
import { llmConfig, type LlmConfig } from '@app/config';
import { DemoEcho } from './demo-echo';
import { LanguageModel } from './language-model';
import { LlmModule } from './llm.module';
import { NoModel } from './no-model';
import { OpenAiCompatible } from './openai-compatible';

const modelOf = async (settings: Partial<LlmConfig>): Promise<LanguageModel> => {
  const module = Test.createTestingModule({ imports: [LlmModule] });
  const built = await module
    .overrideProvider(llmConfig.KEY)
    .useValue({ models: [], ...settings })
    .compile();
  return built.get(LanguageModel);
};

describe('LlmModule', () => {
  it('calls the configured server, and offers no echo', async () => {
    expect(await modelOf({ baseUrl: 'http://127.0.0.1:1', demo: false })).toBeInstanceOf(OpenAiCompatible);
  });

  it('offers the echo if no server is configured', async () => {
    expect(await modelOf({ demo: true })).toBeInstanceOf(DemoEcho);
  });

  it('names the missing setting in production [PRIV-101]', async () => {
    const model = await modelOf({ demo: false });
    expect(model).toBeInstanceOf(NoModel);
    const unconfigured = { code: 'not_configured', message: expect.stringContaining('LLM_BASE_URL') };
    await expect(model.models()).rejects.toMatchObject(unconfigured);
    await expect(model.complete({ model: 'm', messages: [] }, AbortSignal.abort())).rejects.toMatchObject(
      unconfigured,
    );
    for (const stream of [
      model.stream({ model: 'm', messages: [] }, AbortSignal.abort()),
      model.relayStream({}, AbortSignal.abort()),
    ])
      await expect(stream[Symbol.asyncIterator]().next()).rejects.toMatchObject(unconfigured);
  });
});
