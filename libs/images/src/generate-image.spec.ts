import type { Spending } from '@app/budgets';
import { randomBytes } from 'node:crypto';
import type { ModelCall, ModelCallsStore } from '@app/audit';
import { Detector, EntityTable, type Language } from '@app/anonymization';
import { newId } from '@app/common';
import { DataKey } from '@app/crypto';
import { HideTexts } from '@app/private-model';
import type { ChatsStore, WriteTurn } from '@app/sessions';
import { policiesOf } from '@app/testing';
import { GenerateImage } from './generate-image';
import type { ImageFiles } from './image-files';
import { ImageGenerator } from './image-generator';
import type { ImageLinks } from './image-links';

describe('GenerateImage', () => {
  const owner = { userId: newId(), organizationId: newId(), groups: [] };

  /** What is sent of a prompt in which the first two words are a name. */
  async function send(prompt: string, failure?: Error) {
    const asked: Language[] = [];
    const sent: string[] = [];
    const recorded: ModelCall[] = [];
    const calls: Pick<ModelCallsStore, 'record'> = { record: async (call) => void recorded.push(call) };
    const end = prompt.indexOf(' ', prompt.indexOf(' ') + 1);
    const finder = {
      find: async (_texts: readonly string[], language: Language) => {
        asked.push(language);
        return [[{ start: 0, end, type: 'Names' as const }]];
      },
      close: async () => undefined,
    };
    class Recorder extends ImageGenerator {
      readonly model = 'image';
      async generate(hidden: string): Promise<Buffer> {
        sent.push(hidden);
        if (failure) throw failure;
        return Buffer.from('an image');
      }
    }
    const id = newId();
    const chats: Pick<ChatsStore, 'open' | 'changeTable'> = {
      open: async () => ({ id, ordinal: 1, key: new DataKey(id, randomBytes(32)), isNew: true }),
      changeTable: async (_owner, _chat, { usual }, change) => change(EntityTable.create(usual)),
    };
    const generateImage = new GenerateImage(
      { replacements: 'surrogates' } as ConstructorParameters<typeof GenerateImage>[0],
      policiesOf(),
      new HideTexts(new Detector(finder, { timeoutMs: 60_000 })),
      chats as ChatsStore,
      new Recorder(),
      { begin: async () => ({ turnId: newId() }) } as unknown as WriteTurn,
      calls as ModelCallsStore,
      { reserve: async () => undefined, cancel: async () => undefined } as unknown as Spending,
      { keep: async () => true } as unknown as ImageFiles,
      { to: (id: string) => id } as ImageLinks,
    );
    const made = generateImage.execute(owner, { prompt }, new AbortController().signal);
    if (failure) await expect(made).rejects.toThrow(failure);
    else await made;
    return { text: sent[0]!, language: asked[0]!.code, recorded };
  }

  it.each([
    ['Robin Frank auf dem Eiffelturm', 'de', ' auf dem Eiffelturm'],
    ['Robin Frank on the Eiffel Tower', 'en', ' on the Eiffel Tower'],
  ])(
    'looks for names in the language of the prompt, and draws new ones from it: %s',
    async (prompt, language, rest) => {
      const sent = await send(prompt);
      expect(sent.language).toBe(language);
      expect(sent.text.endsWith(rest)).toBe(true);
      expect(sent.text).not.toMatch(/Robin|Frank/);
    },
  );

  it('is told of in the trail also where no image came of it: the prompt has left', async () => {
    const { recorded } = await send('Robin Frank on a bicycle', new Error('no image today'));
    expect(recorded).toEqual([{ owner, model: 'image', hidden: { Names: 1 }, cutShort: 'failed' }]);
  });
});
