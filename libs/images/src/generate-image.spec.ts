import type { EndedCallsStore, Spending } from '@app/budgets';
import type { ModelCall } from '@app/audit';
import {
  Detector,
  ENTITY_TYPES,
  EntityTable,
  type EntityType,
  type Language,
  type Rules,
} from '@app/anonymization';
import { newId } from '@app/common';
import { DataKey } from '@app/crypto';
import { HideTexts } from '@app/hiding';
import { PrivateModel } from '@app/private-model';
import type { ChatsStore, ChatTables, Findings, WriteTurn } from '@app/sessions';
import { policiesOf } from '@app/testing';
import { GenerateImage } from './generate-image';
import type { ImageFiles } from './image-files';
import { ImageGenerator } from './image-generator';
import type { ImageLinks } from './image-links';

interface Circumstances {
  failure?: Error;
  isNew?: boolean;
  modes?: Rules['modes'];
  defaultKinds?: readonly EntityType[];
  allowUnprotected?: boolean;
}

describe('GenerateImage', () => {
  const owner = { userId: newId(), organizationId: newId(), groups: [] };

  /** Returns what is sent of a prompt in which the first two words are a name. */
  async function send(
    prompt: string,
    { failure, isNew = true, modes = {}, defaultKinds, allowUnprotected = true }: Circumstances = {},
  ) {
    const asked: Language[] = [];
    const lookedFor: (readonly EntityType[])[] = [];
    const noted: Findings[] = [];
    const sent: string[] = [];
    const recorded: ModelCall[] = [];
    const calls: Pick<EndedCallsStore, 'record'> = { record: async (call) => void recorded.push(call) };
    const end = prompt.indexOf(' ', prompt.indexOf(' ') + 1);
    const finder = {
      find: async (
        _texts: readonly string[],
        language: Language,
        _signal: AbortSignal,
        kinds: readonly EntityType[],
      ) => {
        asked.push(language);
        lookedFor.push(kinds);
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
      edit(): Promise<Buffer> {
        throw new Error('No image is edited in a chat');
      }
    }
    const id = newId();
    const chats: Pick<ChatsStore, 'open'> = {
      open: async () => ({ id, ordinal: 1, key: DataKey.random(id), isNew }),
    };
    const tables: Pick<ChatTables, 'hide'> = {
      hide: async (_owner, _chat, { texts, style: { usual } }, hide) => {
        const table = EntityTable.create(usual);
        return { hidden: await hide(table, texts), table, own: table };
      },
    };
    const generateImage = new GenerateImage(
      { replacements: 'surrogates' } as ConstructorParameters<typeof GenerateImage>[0],
      policiesOf({
        modes,
        allow_unprotected: allowUnprotected,
        ...(defaultKinds && { default_kinds: [...defaultKinds] }),
      }),
      new HideTexts(new Detector(finder, { timeoutMs: 60_000 })),
      chats as ChatsStore,
      tables as ChatTables,
      new Recorder(),
      {
        begin: async () => ({ turnId: newId() }),
        finish: async (_owner: unknown, _draft: unknown, { findings }: { findings: Findings }) =>
          void noted.push(findings),
      } as unknown as WriteTurn,
      new PrivateModel(
        calls as EndedCallsStore,
        { reserve: async () => undefined, cancel: async () => undefined } as unknown as Spending,
      ),
      {
        keep: async (...given: Parameters<ImageFiles['keep']>) => {
          await given[4](undefined as never);
          return true;
        },
      } as unknown as ImageFiles,
      { to: (id: string) => id } as ImageLinks,
    );
    const made = generateImage.execute(owner, { prompt }, new AbortController().signal);
    if (failure) await expect(made).rejects.toThrow(failure);
    else await made;
    return { text: sent[0]!, language: asked[0]?.code, recorded, lookedFor, findings: noted[0] };
  }

  it.each([
    ['Robin Frank auf dem Eiffelturm', 'de', ' auf dem Eiffelturm'],
    ['Robin Frank on the Eiffel Tower', 'en', ' on the Eiffel Tower'],
  ])(
    'detects names in the language of the prompt, and uses surrogates of that language: %s',
    async (prompt, language, rest) => {
      const sent = await send(prompt);
      expect(sent.language).toBe(language);
      expect(sent.text.endsWith(rest)).toBe(true);
      expect(sent.text).not.toMatch(/Robin|Frank/);
    },
  );

  it('is recorded as searched for no kinds if none is hidden: its chat may hide more later', async () => {
    const { lookedFor, findings } = await send('Robin Frank on a bicycle', {
      modes: { Names: 'never' },
      defaultKinds: ['Names'],
    });
    expect(lookedFor).toEqual([]);
    expect(findings!.generation).toBeUndefined();
    expect(findings!.partly?.kinds).toEqual([]);
  });

  it('is searched for the hidden kinds, and in a chat with earlier turns also for the kinds hidden there', async () => {
    const modes = { Names: 'never' } as const;
    const defaultKinds = ['Emails', 'Phone'] as const;
    const { lookedFor, findings } = await send('Robin Frank', { modes, defaultKinds });
    expect(lookedFor).toEqual([['Emails', 'Phone']]);
    expect(findings).toMatchObject({ protection: 'some', left: 0 });
    expect((await send('Robin Frank', { modes, isNew: false })).lookedFor).toEqual([ENTITY_TYPES]);
  });

  it('is refused if nothing would be hidden in it and the policy does not allow that', async () => {
    const sending = send('Robin Frank', {
      modes: { Names: 'never' },
      defaultKinds: ['Names'],
      allowUnprotected: false,
    });
    await expect(sending).rejects.toMatchObject({ code: 'protection_required' });
  });

  it('is recorded in the audit trail even if it failed, because the prompt was sent', async () => {
    const { recorded } = await send('Robin Frank on a bicycle', {
      failure: new Error('no image today'),
    });
    expect(recorded).toEqual([
      {
        owner,
        model: 'image',
        hidden: { Names: 1 },
        protection: { level: 'all', leftOutKinds: 0, leftInClear: 0 },
        cutShort: 'failed',
      },
    ]);
  });
});
