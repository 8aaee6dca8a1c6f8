import { newId, type Caller } from '@app/common';
import { knownDetector, startModelContext, type ModelContext, type Upstream } from '@app/testing';
import { hidingNames } from '../../testing/hiding-names';
import { PromptsModule } from '../chats.module';
import { ReadHistory } from '../history/read-history';
import { ContinueAnswer } from './continue-answer';
import { SendPrompt, type ChatResult } from './send-prompt';

const NAME = 'Hans Müller';
const forever = new AbortController().signal;

let upstream: Upstream;
let context: ModelContext;
let owner: Caller;
/** The next answers of the model, with their finish reasons. */
let answers: [content: string, finish: string][];

beforeAll(async () => {
  context = await startModelContext([PromptsModule], knownDetector([NAME]));
  ({ upstream } = context);
  upstream.intercept = ({ path }, response) => {
    if (!path.endsWith('/completions')) return false;
    const [content, finish] = answers.shift()!;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [{ index: 0, message: { content }, finish_reason: finish }] }));
    return true;
  };
});
beforeEach(() => {
  owner = { userId: newId(), organizationId: newId(), groups: [] };
  upstream.requests.length = 0;
});
afterAll(() => context?.stop());

const send = (prompt: string): Promise<ChatResult> =>
  context.get(SendPrompt).execute(owner, hidingNames(prompt), forever);
const goOn = async (chatId: string): Promise<ChatResult> =>
  context
    .get(SendPrompt)
    .execute(owner, await context.get(ContinueAnswer).execute(owner, { chatId }), forever);

describe('an answer that was cut', () => {
  it.each([
    ['between two words', 'Dear [NAME_1], welcome', ' to us.', `Dear ${NAME}, welcome to us.`],
    ['within a replacement', 'Dear [NA', 'ME_1], welcome.', `Dear ${NAME}, welcome.`],
    ['right behind a replacement', 'Dear [NAME_1]', ' and all.', `Dear ${NAME} and all.`],
  ])('%s is continued, and both parts form one restored text', async (_, first, rest, whole) => {
    answers = [
      [first, 'length'],
      [rest, 'stop'],
    ];
    const cut = await send(`Write to ${NAME}`);
    expect(cut.finish).toBe('length');
    const continued = await goOn(cut.chatId);
    expect(cut.replacedResponse.slice(0, continued.continuesAt) + continued.replacedResponse).toBe(whole);
    expect(context.sent().join()).not.toContain(NAME);
    expect(context.sent().slice(-2)).toEqual([first, expect.stringMatching(/^Continue your last answer/)]);
    const { turns } = await context.get(ReadHistory).execute(owner, cut.chatId);
    expect(turns[1]!.findings.continues).toEqual({ turnId: turns[0]!.id, at: continued.continuesAt });
    expect(turns[1]!.hiddenTypes).toEqual(turns[0]!.hiddenTypes);
  });

  it('is continued once more if its continuation was cut too', async () => {
    answers = [
      ['One,', 'length'],
      [' two,', 'length'],
      [' three.', 'stop'],
    ];
    const { chatId } = await send('Count');
    await goOn(chatId);
    expect((await goOn(chatId)).replacedResponse).toBe(' three.');
    await expect(goOn(chatId)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('cannot be continued by another user', async () => {
    answers = [['One,', 'length']];
    const { chatId } = await send('Count');
    const stranger = { ...owner, userId: newId() };
    for (const [caller, id] of [
      [stranger, chatId],
      [owner, newId()],
      [owner, 'nonsense'],
    ] as const)
      await expect(context.get(ContinueAnswer).execute(caller, { chatId: id })).rejects.toMatchObject({
        code: 'not_found',
      });
  });
});
