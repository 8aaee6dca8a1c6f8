import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { NO_RULES, Restorer, type EntityType, type ReplacementStyle } from '@app/anonymization';
import type { EndedCallsStore, Spending } from '@app/budgets';
import { CasesModule, CaseTables, ManageCases, type CaseRequest } from '@app/cases';
import { newId } from '@app/common';
import { KeyRing } from '@app/crypto';
import type { ImageGenerator } from '@app/images';
import { PrivateModel } from '@app/private-model';
import { policiesOf, startContext, type ServiceContext } from '@app/testing';
import { hideTextsOf } from '../testing/hiding';
import { HideBody, type GovernedInput, type HiddenBody } from './hide-body';
import { DrawImage } from './images/draw-image';
import type { PrepareImages } from './images/uploaded-images';
import type { JsonObject } from './json';
import { RestoringAnswer } from './restore-answer';

const NAMES = ['Hans Müller', 'Anna Schmidt', 'Petra Lang'];
const PLANTED = /müller|schmidt|petersen/i;
const keyRing = new KeyRing([{ id: 'k', key: createSecretKey(Buffer.alloc(32, 7)) }]);
const hideTexts = hideTextsOf([...NAMES, 'Petersen']);
const forever = new AbortController().signal;

let context: ServiceContext;

beforeAll(async () => {
  context = await startContext([CasesModule]);
});
afterAll(() => context?.stop());

const newOwner = () => ({ userId: newId(), organizationId: newId(), groups: [] });
const newCase = async (owner: ReturnType<typeof newOwner>, style: ReplacementStyle) => ({
  caseId: (await context.get(ManageCases).create(owner, { style })).id,
  field: 'X-Case',
});

const hide = (
  owner: ReturnType<typeof newOwner>,
  inCase: CaseRequest,
  content: string,
  more: JsonObject = {},
  governed: Partial<GovernedInput> = {},
): Promise<HiddenBody> =>
  new HideBody(hideTexts, keyRing, context.get(CaseTables), {} as never).execute(
    owner,
    {
      body: { model: 'm', messages: [{ role: 'user', content }], ...more },
      choices: ['Names', 'Emails'],
      rules: NO_RULES,
      systemPrompt: '',
      style: 'surrogates',
      inCase,
      onDropped: () => undefined,
      ...governed,
    },
    forever,
  );

/** Draws an image. @returns its description as it is sent */
async function draw(
  owner: ReturnType<typeof newOwner>,
  inCase: CaseRequest,
  prompt: string,
  choices: readonly EntityType[] = ['Names', 'Emails'],
): Promise<string> {
  const prompts: string[] = [];
  const drawImage = new DrawImage(
    policiesOf(),
    hideTexts,
    context.get(CaseTables),
    {
      model: 'painter',
      generate: async (sent) => (prompts.push(sent), Buffer.alloc(0)),
    } as Partial<ImageGenerator> as ImageGenerator,
    new PrivateModel(
      { record: async () => undefined } as unknown as EndedCallsStore,
      { reserve: async () => undefined, cancel: async () => undefined } as unknown as Spending,
    ),
    {} as PrepareImages,
  );
  const input = {
    body: { prompt },
    choices,
    style: 'surrogates',
    inCase,
    onDropped: () => undefined,
  } as const;
  await drawImage.execute(owner, input, forever);
  return prompts.join();
}

/** Returns the text of the caller's message as it is sent. */
const sentText = ({ body }: HiddenBody): string =>
  String((body.messages as JsonObject[]).find(({ role }) => role === 'user')!.content);

describe.each(['surrogates', 'placeholders'] as const)('a call in a case with %s', (style) => {
  it('has the replacements of the case in each conversation, and restores its answers', async () => {
    const owner = newOwner();
    const inCase = await newCase(owner, style);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 4 }),
        fc.constantFrom('Where is ', 'Call ', 'Zum Fall: '),
        async (names, before) => {
          const text = `${before}${names.join(' with ')}?`;
          const hidden = await hide(owner, inCase, text);
          const sent = sentText(hidden);
          expect(JSON.stringify(hidden.body)).not.toMatch(PLANTED);
          const restorer = await Restorer.prepare(hidden.table, hidden.sent);
          expect(await restorer.restore(sent)).toBe(text);
          const later = await context.get(CaseTables).restorer(owner, inCase, [sent]);
          expect(await later.restore(sent)).toBe(text);
        },
      ),
      { numRuns: 25 },
    );
    const sent = await Promise.all(NAMES.map(async (name) => sentText(await hide(owner, inCase, name))));
    expect(sentText(await hide(owner, inCase, NAMES.join(' with ')))).toBe(sent.join(' with '));
    expect((await context.get(ManageCases).find(owner, inCase.caseId)).entities).toBe(NAMES.length);
  });

  it('hides identifiers, restores them in the answer, and stores none in the case', async () => {
    const owner = newOwner();
    const inCase = await newCase(owner, style);
    const parameters = { type: 'object', properties: {} };
    const tools = [{ type: 'function', function: { name: 'find_petersen', parameters } }];
    const hidden = await hide(owner, inCase, 'Hello', { tools });
    expect(JSON.stringify(hidden.body)).not.toMatch(PLANTED);
    const { name } = (hidden.body.tools as { function: { name: string } }[])[0]!.function;
    const restoring = new RestoringAnswer({
      restorer: await Restorer.prepare(hidden.table, hidden.sent),
      json: false,
      identifiers: hidden.identifiers,
    });
    const calls = [{ id: '1', type: 'function', function: { name, arguments: '{}' } }];
    const [answer] = await restoring.write({ choices: [{ message: { content: null, tool_calls: calls } }] });
    expect(JSON.stringify(answer)).toContain('find_petersen');
    expect((await context.get(ManageCases).find(owner, inCase.caseId)).entities).toBe(0);
    expect((await hide(owner, inCase, 'Hello', { tools })).body.tools).toEqual(hidden.body.tools);
  });

  it('hides a value of the case that no recognizer finds, in texts, identifiers and instructions', async () => {
    const owner = newOwner();
    const inCase = await newCase(owner, style);
    await hide(owner, inCase, 'Write to Hans Müller');
    const blind = new HideBody(hideTextsOf([]), keyRing, context.get(CaseTables), {} as never);
    const governed = {
      choices: ['Names'] as const,
      rules: NO_RULES,
      style,
      inCase,
      onDropped: () => undefined,
    };
    const body = {
      model: 'm',
      messages: [{ role: 'user', content: 'Ask Hans Müller', name: 'Hans_Müller' }],
      tools: [{ type: 'function', function: { name: 'f', description: 'Asks Hans Müller' } }],
    };
    const hidden = await blind.execute(
      owner,
      { body, systemPrompt: 'You work for Hans Müller.', ...governed },
      forever,
    );
    expect(JSON.stringify(hidden.body)).not.toMatch(PLANTED);
  });

  it('sends only replacements that the case stores: later values get others', async () => {
    const pieces = fc.constantFrom('Petra Lang', 'Lang', 'Petra_Lang', '[NAME_1]', 'NAME_1', 'Hello');
    const name = fc.constantFrom('Petra_Lang', 'Lang', 'NAME_1', 'find');
    const text = fc.array(pieces, { maxLength: 3 }).map((all) => all.join(' '));
    await fc.assert(
      fc.asyncProperty(text, text, name, async (content, systemPrompt, toolName) => {
        const owner = newOwner();
        const inCase = await newCase(owner, style);
        await hide(owner, inCase, 'Ask Petra Lang');
        const tools = [{ type: 'function', function: { name: toolName, parameters: { type: 'object' } } }];
        const { sent } = await hide(owner, inCase, content, { tools }, { systemPrompt });
        await hide(owner, inCase, 'Ask Anna Schmidt and Hans Müller, and Mrs. Lang');
        const restorer = await context.get(CaseTables).restorer(owner, inCase, sent);
        const restored = await Promise.all(sent.map((each) => restorer.restore(each)));
        expect(restored.join()).not.toMatch(/Anna|Schmidt|Hans|Müller/);
      }),
      { numRuns: 40 },
    );
  });

  it('draws an image from a description with the replacements of the case', async () => {
    const owner = newOwner();
    const inCase = await newCase(owner, style);
    const name = sentText(await hide(owner, inCase, 'Hans Müller'));
    expect(await draw(owner, inCase, 'A garden for Hans Müller')).toBe(`A garden for ${name}`);
  });

  it('hides a value of the case in another form, also if its kind was not chosen', async () => {
    const owner = newOwner();
    const inCase = await newCase(owner, style);
    const choose = (...choices: EntityType[]) => ({ choices });
    await hide(owner, inCase, 'Pay to DE89 3704 0044 0532 0130 00', {}, choose('BankAccounts'));
    const account = 'DE89370400440532013000';
    expect(sentText(await hide(owner, inCase, `Is it ${account}?`, {}, choose('Emails')))).not.toContain(
      account,
    );
    expect(await draw(owner, inCase, `A card with ${account}`, ['Emails'])).not.toContain(account);
  });
});

describe('what looks like a replacement of a case', () => {
  it('hides what looks like a replacement in the instructions of the policy with one that the case stores', async () => {
    const owner = newOwner();
    const inCase = await newCase(owner, 'placeholders');
    await hide(owner, inCase, 'Ask Anna Schmidt');
    const systemPrompt = 'Keep placeholders such as [NAME_1].';
    const { sent } = await hide(owner, inCase, 'Hello', {}, { systemPrompt });
    await hide(owner, inCase, 'Ask Hans Müller');
    const restorer = await context.get(CaseTables).restorer(owner, inCase, sent);
    expect(await restorer.restore(sent[0]!)).toBe(systemPrompt);
  });

  it('sends the name of a tool that looks like a replacement as a keyed hash', async () => {
    const owner = newOwner();
    const inCase = await newCase(owner, 'placeholders');
    await hide(owner, inCase, 'Ask Anna Schmidt');
    const tools = [{ type: 'function', function: { name: 'NAME_1', parameters: { type: 'object' } } }];
    const { body } = await hide(owner, inCase, 'Hello', { tools });
    expect(JSON.stringify(body.tools)).toMatch(/"NAME_\d{6}[A-Z]{3}"/);
  });
});

describe('the header X-Case', () => {
  it('is refused alike for a case of another user or organization, and one that is unknown or expired', async () => {
    const owner = newOwner();
    const { caseId } = await newCase(owner, 'surrogates');
    const expired = await newCase(owner, 'surrogates');
    await context.db.query('UPDATE cases SET expires_at = now() WHERE id = $1', [expired.caseId]);
    const refused = expect.objectContaining({
      code: 'bad_request',
      message: 'X-Case must be the id of one of your open cases',
      details: expect.objectContaining({ errors: [expect.objectContaining({ field: 'X-Case' })] }),
    });
    for (const [by, id] of [
      [{ ...owner, userId: newId() }, caseId],
      [{ ...owner, organizationId: newId() }, caseId],
      [owner, newId()],
      [owner, ''],
      [owner, expired.caseId],
    ] as const)
      await expect(hide(by, { caseId: id, field: 'X-Case' }, 'Hello')).rejects.toEqual(refused);
  });

  it('is a conflict with a header that names the other style', async () => {
    const owner = newOwner();
    const inCase = await newCase(owner, 'surrogates');
    await expect(hide(owner, { ...inCase, style: 'placeholders' }, 'Hello')).rejects.toMatchObject({
      code: 'style_conflict',
    });
  });
});
