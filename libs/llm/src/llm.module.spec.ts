import { Test } from '@nestjs/testing';
import { llmConfig, type LlmConfig } from '@app/config';
import { withSettings } from '@app/testing';
import { DemoEcho } from './demo-echo';
import { LanguageModel } from './language-model';
import { LlmModule } from './llm.module';
import { NoModel } from './no-model';
import { RoutedModel } from './providers/routed-model';

const modelOf = async (settings: Partial<LlmConfig>): Promise<LanguageModel> => {
  const module = Test.createTestingModule({ imports: [LlmModule] });
  const built = await module
    .overrideProvider(llmConfig.KEY)
    .useValue({ providers: [], limits: { models: [] }, ...settings })
    .compile();
  return built.get(LanguageModel);
};

describe('LlmModule', () => {
  it('calls the configured provider, and offers no echo', async () => {
    const providers = withSettings({ LLM_BASE_URL: 'http://127.0.0.1:1' }, async () => llmConfig().providers);
    expect(await modelOf({ providers: await providers, demo: false })).toBeInstanceOf(RoutedModel);
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
      model.relayStream('chat', {}, AbortSignal.abort()),
    ])
      await expect(stream[Symbol.asyncIterator]().next()).rejects.toMatchObject(unconfigured);
  });
});
