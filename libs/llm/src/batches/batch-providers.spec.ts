import type { ProviderSettings } from '@app/config';
import type { Model } from '../language-model';
import type { Provider } from '../providers/providers';
import { BatchProviders } from './batch-providers';

type Protocol = ProviderSettings['protocol'];

/** Returns providers that list these models, or cannot be reached. */
function providersOf(offered: Partial<Record<Protocol, readonly string[] | Error>>): BatchProviders {
  const all = Object.entries(offered).map(([protocol, ids]) => ({
    settings: {
      name: protocol,
      protocol,
      baseUrl: 'https://model.example/v1',
      timeoutMs: 1,
      chunkTimeoutMs: 1,
    },
    onOutcome: () => undefined,
    upstream: String,
    models: async () => {
      if (ids instanceof Error) throw ids;
      return ids.map((id) => ({ id }) as Model);
    },
  }));
  return new BatchProviders({ all: all as unknown as Provider[] });
}

describe('the providers of batches', () => {
  it.each<Protocol>(['azure-openai', 'anthropic', 'gemini'])(
    'are none if all have the protocol %s: it accepts no batches',
    async (protocol) => {
      const providers = providersOf({ [protocol]: ['m'] });
      await expect(providers.assertAccepted('m')).rejects.toMatchObject({
        code: 'not_supported',
        message: 'No provider of this service accepts batches',
      });
      await expect(providers.assertAccepted(undefined)).rejects.toMatchObject({ code: 'not_supported' });
      await expect(providers.offering('m')).rejects.toMatchObject({ code: 'not_supported' });
    },
  );

  it('are those with the model that have the protocol of OpenAI', async () => {
    const providers = providersOf({ anthropic: ['a', 'both'], openai: ['o', 'both'] });
    for (const model of ['o', 'both', 'unknown', undefined]) await providers.assertAccepted(model);
    await expect(providers.assertAccepted('a')).rejects.toMatchObject({ code: 'not_supported' });
    expect(await providers.offering('both')).toMatchObject({ name: 'openai' });
  });

  it('are not refused while a list of models cannot be read', async () => {
    const lost = new Error('lost');
    await providersOf({ openai: lost, anthropic: ['a'] }).assertAccepted('a');
    await providersOf({ openai: ['o'], anthropic: lost }).assertAccepted('a');
    await expect(providersOf({ openai: lost }).offering('a')).rejects.toBe(lost);
  });
});
