import type { Detector, Language } from '@app/anonymization';
import { newId } from '@app/common';
import type { ChatStore } from './chat-store';
import { PrepareImage } from './prepare-image';

describe('PrepareImage', () => {
  const owner = { userId: newId(), organizationId: newId() };

  /** Prepares a prompt in which the first two words are a name. */
  async function prepare(prompt: string) {
    const asked: Language[] = [];
    const end = prompt.indexOf(' ', prompt.indexOf(' ') + 1);
    const detector = {
      detect: async (_texts: readonly string[], language: Language) => {
        asked.push(language);
        return [[{ start: 0, end, type: 'Names' as const }]];
      },
    };
    const prepareImage = new PrepareImage(
      { replacements: 'surrogates' } as ConstructorParameters<typeof PrepareImage>[0],
      detector as unknown as Detector,
      {} as ChatStore,
    );
    const { hidden } = await prepareImage.execute(owner, { prompt }, new AbortController().signal);
    return { text: hidden.text, language: asked[0]!.code };
  }

  it.each([
    ['Robin Frank auf dem Eiffelturm', 'de', ' auf dem Eiffelturm'],
    ['Robin Frank on the Eiffel Tower', 'en', ' on the Eiffel Tower'],
  ])(
    'looks for names in the language of the prompt, and draws new ones from it: %s',
    async (prompt, language, rest) => {
      const prepared = await prepare(prompt);
      expect(prepared.language).toBe(language);
      expect(prepared.text.endsWith(rest)).toBe(true);
      expect(prepared.text).not.toMatch(/Robin|Frank/);
    },
  );
});
