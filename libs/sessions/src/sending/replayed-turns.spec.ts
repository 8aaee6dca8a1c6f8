import { array, assert, asyncProperty, constantFrom, record, subarray } from 'fast-check';
import {
  BlockedByPolicy,
  type Detector,
  EntityTable,
  hiddenKinds,
  KeptValues,
  NO_RULES,
  type EntityType,
  type Mode,
  type Rules,
  type Span,
} from '@app/anonymization';
import { HideTexts } from '@app/hiding';
import { searchedFor, type Turn } from '../turn';
import type { ChosenPassage } from './choose-passages';
import { findPersonalData, readHidden, textsOf, type Conversation } from './hide-conversation';

const language = { code: 'de', regions: ['DE'] } as const;
const VALUES = { Names: 'Katharina Brinkmann', Phone: '030 23125148', Emails: 'k.b@firma-nord.de' } as const;
type Kind = keyof typeof VALUES;
const KINDS = Object.keys(VALUES) as Kind[];
const forever = new AbortController().signal;

function findValues(text: string, kinds: readonly EntityType[]): Span[] {
  const spans = KINDS.filter((kind) => kinds.includes(kind)).flatMap((type) =>
    [...text.matchAll(new RegExp(VALUES[type], 'g'))].map(({ 0: value, index }) => ({
      start: index,
      end: index + value.length,
      type,
    })),
  );
  return spans.sort((a, b) => a.start - b.start);
}

const hideTexts = new HideTexts({
  detect: async (texts: readonly string[], _: unknown, __: unknown, { kinds }: { kinds: EntityType[] }) =>
    texts.map((text) => findValues(text, kinds)),
} as unknown as Detector);

const holding = (kinds: readonly Kind[]): string =>
  `In der Akte steht ${kinds.map((kind) => VALUES[kind]).join(' und ')}.`;

interface Step {
  prompt: readonly Kind[];
  document: readonly Kind[];
  choices: readonly Kind[];
  keep: readonly Kind[];
  exceptions: readonly Kind[];
  modes: Readonly<Partial<Record<Kind, Mode>>>;
  usersMayKeep: boolean;
}

/** A chat with a model that repeats its input. Each step is a prompt under a separate policy. */
class Chat {
  readonly table = EntityTable.create('placeholders');
  turns: Turn[] = [];

  /** @returns the sent messages; undefined if the policy blocks the prompt or the document */
  async send(step: Step): Promise<string[] | undefined> {
    const rules: Rules = {
      ...NO_RULES,
      modes: step.modes,
      usersMayKeep: step.usersMayKeep,
      exceptions: new KeptValues(step.exceptions.map((kind) => ({ value: VALUES[kind] }))),
    };
    if (step.usersMayKeep) for (const kind of step.keep) this.table.keep.add(VALUES[kind]);
    const choices = hiddenKinds(rules, step.choices);
    const prompt = holding(step.prompt);
    const search = { prompt, turns: this.turns, choices, language, userId: 'u' };
    const found = await findPersonalData(hideTexts, search, forever);
    const text = holding(step.document);
    const spans = findValues(text, found.kinds);
    const passage: ChosenPassage = { documentId: 'd', start: 0, before: '', text, after: '', spans };
    const conversation: Conversation = {
      turns: found.turns,
      prompt,
      spans: found.prompt ?? [],
      choices,
      language,
      rules,
      systemPrompt: '',
      instruction: { text: '', spans: [] },
      choicesOfAssistant: [],
      images: [],
      passages: step.document.length > 0 ? [passage] : [],
    };
    const texts = await hideTexts.hide(this.table, textsOf(conversation), forever).catch((error: unknown) => {
      if (error instanceof BlockedByPolicy) return undefined;
      throw error;
    });
    if (!texts) return undefined;
    const hidden = readHidden(conversation, texts);
    const sent = [
      ...hidden.turns.flatMap((turn) => [turn.prompt.text, turn.answer.text]),
      ...[...hidden.passages, hidden.prompt].map(({ text }) => text),
    ];
    const turn: Turn = {
      id: `${this.turns.length}`,
      ordinal: this.turns.length,
      model: 'm',
      documentId: null,
      responseType: 'text',
      hiddenTypes: choices,
      prompt,
      anonymizedPrompt: hidden.prompt.text,
      answer: sent.join('\n'),
      restoredAnswer: '',
      replacements: [],
      contextTokens: 1,
      findings: {
        ...(found.prompt && { prompt: found.prompt, ...searchedFor(found.kinds) }),
        left: hidden.left,
      },
    };
    this.turns = [...found.turns, turn];
    return sent;
  }
}

const kinds = subarray(KINDS);
const step = record({
  prompt: kinds,
  document: kinds,
  choices: kinds,
  keep: kinds,
  exceptions: kinds,
  modes: record({
    Names: constantFrom<Mode>('asked', 'always', 'remove'),
    Phone: constantFrom<Mode>('asked', 'always', 'remove', 'block', 'never'),
    Emails: constantFrom<Mode>('asked', 'always', 'remove', 'block'),
  }),
  usersMayKeep: constantFrom(true, true, false),
});

describe('a chat with a model, policy, exceptions, kept words and documents that change from turn to turn', () => {
  it('sends no value that the policy in force always hides, removes or blocks', async () => {
    await assert(
      asyncProperty(array(step, { minLength: 2, maxLength: 5 }), async (steps) => {
        const chat = new Chat();
        for (const each of steps) {
          const sent = (await chat.send(each))?.join('\n') ?? '';
          for (const kind of KINDS) {
            const mode = each.modes[kind];
            const mayStay = mode === 'always' && isFreed(each, kind, chat);
            if (mode === 'remove' || mode === 'block' || (mode === 'always' && !mayStay))
              expect(sent).not.toContain(VALUES[kind]);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('removes a number that an earlier answer quoted while its user was allowed to keep it', async () => {
    const chat = new Chat();
    const open: Step = {
      prompt: [],
      document: ['Phone'],
      choices: ['Phone'],
      keep: ['Phone'],
      exceptions: [],
      modes: {},
      usersMayKeep: true,
    };
    expect((await chat.send(open))!.join()).toContain(VALUES.Phone);
    const sent = await chat.send({ ...open, document: [], modes: { Phone: 'remove' } });
    expect(sent!.join()).not.toContain(VALUES.Phone);
    expect(sent!.join()).toContain('[PHONE_1]');
    expect(chat.table.behind('[PHONE_1]')?.entity.removed).toBe(true);
  });
});

const isFreed = ({ exceptions, usersMayKeep }: Step, kind: Kind, { table }: Chat): boolean =>
  exceptions.includes(kind) || (usersMayKeep && table.keep.has(VALUES[kind]));
