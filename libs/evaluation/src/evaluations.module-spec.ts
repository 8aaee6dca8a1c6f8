import { ListAuditEvents } from '@app/audit';
import { newId, type Owner } from '@app/common';
import { SetPolicy } from '@app/policy';
import { knownDetector, startContext, type ServiceContext } from '@app/testing';
import type { AnnotatedValue } from './annotated-text';
import { DeleteEvaluations } from './delete-evaluations';
import { MOST_CHARACTERS, MOST_EVALUATIONS, MOST_TEXTS } from './evaluation';
import { EvaluationsModule } from './evaluations.module';
import { EvaluationsStore } from './evaluations.store';
import { ExportEvaluations } from './export-evaluations';
import { ManageEvaluations } from './manage-evaluations';
import { MeasureEvaluation } from './measure-evaluation';

const TEXT = 'Anna wrote to Berta and to info@example.com today.';
const ANNA: AnnotatedValue = { start: 0, end: 4, kind: 'Names' };
const BERTA: AnnotatedValue = { start: 14, end: 19, kind: 'Names' };
const EMAIL: AnnotatedValue = { start: 27, end: 43, kind: 'Emails' };
const DAYS_30 = 30 * 24 * 3_600_000;

const detector = knownDetector(['Anna']);
const signal = new AbortController().signal;
let context: ServiceContext;
let owner: Owner;

const evaluations = () => context.get(ManageEvaluations);
const measuring = () => context.get(MeasureEvaluation);

beforeAll(async () => {
  context = await startContext([EvaluationsModule], {}, { detector });
});
beforeEach(() => {
  owner = { userId: newId(), organizationId: newId() };
  detector.before = async () => undefined;
});
afterAll(() => context?.stop());

const create = async (by = owner): Promise<string> => (await evaluations().create(by, 'Letters')).id;
const add = async (id: string, texts: readonly string[] = [TEXT]): Promise<string> => {
  const given = texts.map((text) => ({ text, lang: 'en' }));
  return (await evaluations().addTexts(owner, id, given, signal))[0]!.id;
};
/** Marks a text, by default as done. */
const mark = (id: string, textId: string, values: AnnotatedValue[], { version = 1, isDone = true } = {}) =>
  evaluations().change(owner, id, { textId, version, changed: { values, state: isDone ? 'done' : 'open' } });
/** Creates an evaluation with a text in which Anna, Berta and the address are marked. */
async function marked(): Promise<string> {
  const id = await create();
  await mark(id, await add(id), [ANNA, BERTA, EMAIL]);
  return id;
}
const actions = async (id: string) =>
  (await context.get(ListAuditEvents).execute({ subjectId: id, limit: 10 })).reverse();
const keysOf = async (id: string): Promise<number> =>
  (await context.db.query('SELECT FROM data_keys WHERE subject_id = $1', [id])).rows.length;
const isAged = (id: string, ms: number) =>
  context.db.query(`UPDATE evaluations SET created_at = now() - $2 * interval '1 ms' WHERE id = $1`, [
    id,
    ms,
  ]);

describe('a text of an evaluation', () => {
  it('has the values that detection suggests, of all kinds and with the terms of the policy', async () => {
    const policy = {
      modes: { Emails: 'never' },
      terms: [{ phrase: 'wrote' }],
      exceptions: [{ value: 'Anna' }],
    };
    await context.get(SetPolicy).execute(owner.organizationId, policy, 0);
    const id = await create();
    const text = await evaluations().text(owner, id, await add(id));
    expect(text).toMatchObject({ text: TEXT, lang: 'en', state: 'open', version: 1, removed: [] });
    expect(text.values).toEqual(
      [ANNA, { start: 5, end: 10, kind: 'Terms' }, EMAIL].map((value) => ({ ...value, origin: 'suggested' })),
    );
  });

  it('keeps which values a person added, and which suggestions they removed', async () => {
    const id = await create();
    const changed = await mark(id, await add(id), [BERTA, ANNA]);
    expect(changed).toMatchObject({ state: 'done', version: 2, removed: [EMAIL] });
    expect(changed.values).toEqual([
      { ...ANNA, origin: 'suggested' },
      { ...BERTA, origin: 'added' },
    ]);
    expect(await evaluations().find(owner, id)).toMatchObject({ texts: 1, done: 1 });
  });

  it('is not saved over a version that its author has not read', async () => {
    const id = await create();
    const textId = await add(id);
    await mark(id, textId, [ANNA]);
    await expect(mark(id, textId, [])).rejects.toMatchObject({ code: 'conflict' });
    expect((await evaluations().text(owner, id, textId)).values).toHaveLength(1);
    expect(await mark(id, textId, [], { version: 2 })).toMatchObject({ version: 3, values: [] });
  });

  it.each<[string, AnnotatedValue[], string]>([
    ['a value outside of the text', [{ ...ANNA, end: TEXT.length + 1 }], 'spans.0'],
    ['an empty value', [{ ...ANNA, end: 0 }], 'spans.0'],
    ['two values in one place', [EMAIL, BERTA, { ...EMAIL, start: 30, kind: 'Names' }], 'spans.2'],
  ])('refuses %s', async (_, values, field) => {
    const id = await create();
    await expect(mark(id, await add(id), values)).rejects.toMatchObject({
      code: 'bad_request',
      details: { errors: [{ field }] },
    });
  });

  it('is not added if detection fails, and neither are those beside it', async () => {
    const id = await create();
    detector.before = async () => {
      if (detector.asked.at(-1) === 'Broken') throw new Error('broken');
    };
    await expect(add(id, ['Fine', 'Broken'])).rejects.toThrow();
    expect(await evaluations().find(owner, id)).toMatchObject({ texts: 0 });
  });

  it.each([
    ['text', { text: ' ' }],
    ['text', { text: 'x'.repeat(20_001) }],
    ['lang', { text: 'x', lang: 'xx' }],
  ])('refuses a %s that is not valid, and names it', async (field, faulty) => {
    const id = await create();
    await expect(evaluations().addTexts(owner, id, [{ text: TEXT }, faulty], signal)).rejects.toMatchObject({
      code: 'bad_request',
      details: { errors: [{ field: `texts.1.${field}` }] },
    });
  });

  it('is in a list with its length and the number of its values, in the order of the request', async () => {
    const id = await create();
    await add(id, ['Anna', 'a desk', 'Anna and Anna']);
    const { items, next } = await evaluations().texts(owner, id, { limit: 2 });
    expect(items).toMatchObject([
      { length: 4, values: 1, state: 'open', version: 1 },
      { length: 6, values: 0 },
    ]);
    const rest = await evaluations().texts(owner, id, { limit: 2, after: next! });
    expect(rest).toMatchObject({ items: [{ length: 13, values: 2 }], next: null });
  });

  it('can be deleted alone', async () => {
    const id = await create();
    const textId = await add(id);
    await evaluations().deleteText(owner, id, textId);
    await expect(evaluations().text(owner, id, textId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(evaluations().deleteText(owner, id, textId)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('an evaluation', () => {
  it('is visible to its creator alone, not to other admins of the organization [SEC-215]', async () => {
    const id = await marked();
    const { items } = await evaluations().texts(owner, id, { limit: 1 });
    const textId = items[0]!.id;
    const change = { textId, version: 2, changed: { values: [], state: 'open' } } as const;
    for (const other of [
      { ...owner, userId: newId() },
      { ...owner, organizationId: newId() },
    ]) {
      const missing = { code: 'not_found', message: 'You have no such evaluation, or it has expired' };
      for (const refused of [
        () => evaluations().find(other, id),
        () => evaluations().delete(other, id),
        () => evaluations().addTexts(other, id, [{ text: TEXT }], signal),
        () => evaluations().texts(other, id, { limit: 1 }),
        () => evaluations().text(other, id, textId),
        () => evaluations().change(other, id, change),
        () => evaluations().deleteText(other, id, textId),
        () => measuring().execute(other, id, undefined, signal),
      ])
        await expect(refused()).rejects.toMatchObject(missing);
      expect(await evaluations().list(other, { limit: 10 })).toEqual({ items: [], next: null });
    }
    expect(await evaluations().find(owner, id)).toMatchObject({ texts: 1, done: 1, measurement: null });
  });

  it('does not give the texts of another evaluation of its creator', async () => {
    const [one, other] = [await create(), await create()];
    const textId = await add(one);
    await expect(evaluations().text(owner, other, textId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(mark(other, textId, [])).rejects.toMatchObject({ code: 'not_found' });
    await expect(evaluations().deleteText(owner, other, textId)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is listed in pages, the newest first', async () => {
    const ids = [await create(), await create(), await create()];
    const { items, next } = await evaluations().list(owner, { limit: 2 });
    expect(items.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    const rest = await evaluations().list(owner, { limit: 2, after: next! });
    expect([rest.items.map(({ id }) => id), rest.next]).toEqual([[ids[0]], null]);
  });

  it('has a limited number of texts and characters, and a user a limited number of evaluations', async () => {
    const id = await create();
    const addRows = (count: number, length: number) =>
      context.db.query(
        `INSERT INTO evaluation_texts (id, evaluation_id, content, marked, length, marked_values)
         SELECT gen_random_uuid(), $1, '', '', $3, 0 FROM generate_series(1, $2)`,
        [id, count, length],
      );
    await addRows(1, MOST_CHARACTERS - 3);
    await expect(add(id, ['Four'])).rejects.toMatchObject({ code: 'conflict' });
    await context.db.query('UPDATE evaluation_texts SET length = 1 WHERE evaluation_id = $1', [id]);
    await addRows(MOST_TEXTS - 1, 1);
    await expect(add(id, ['One'])).rejects.toMatchObject({ code: 'conflict' });
    for (let i = 1; i < MOST_EVALUATIONS; i += 1) await create();
    await expect(create()).rejects.toMatchObject({ code: 'conflict' });
    await expect(create({ ...owner, userId: newId() })).resolves.toEqual(expect.any(String));
  });

  it('is deleted with its texts and its key [SEC-216]', async () => {
    const id = await marked();
    expect(await keysOf(id)).toBe(1);
    await evaluations().delete(owner, id);
    expect(await keysOf(id)).toBe(0);
    const { rows } = await context.db.query('SELECT FROM evaluation_texts WHERE evaluation_id = $1', [id]);
    expect(rows).toEqual([]);
    expect(await actions(id)).toMatchObject([
      { action: 'evaluation.create' },
      { action: 'evaluation.delete' },
    ]);
  });

  it('is deleted RETENTION_EVALUATIONS after its creation', async () => {
    const [old, young] = [await create(), await create()];
    await isAged(old, DAYS_30 + 1_000);
    await isAged(young, DAYS_30 - 60_000);
    await context.get(DeleteEvaluations).expired(signal);
    expect([await keysOf(old), await keysOf(young)]).toEqual([0, 1]);
    expect((await actions(old)).at(-1)).toMatchObject({ action: 'evaluation.delete', reason: 'expired' });
    const created = new Date();
    expect(context.get(DeleteEvaluations).expiryOf(created)).toEqual(new Date(created.getTime() + DAYS_30));
  });

  it('is part of the export of its creator, with its texts', async () => {
    const id = await marked();
    const exported = [];
    for await (const one of context.get(ExportEvaluations).execute(owner)) exported.push(one);
    expect(exported).toMatchObject([{ id, name: 'Letters', texts: [{ text: TEXT, state: 'done' }] }]);
  });
});

describe('a measurement', () => {
  it('compares the policy in force with a draft, on the texts that are done', async () => {
    const id = await marked();
    await add(id, ['Anna, who is not marked yet']);
    const draft = { modes: { Emails: 'never' }, terms: [{ phrase: 'Berta' }] };
    const { before, after, policyVersion } = await measuring().execute(owner, id, draft, signal);
    expect(policyVersion).toBe(0);
    const counts = ({ outcomes }: typeof before) =>
      outcomes.map(({ kind, recall, overMasking }) => [kind, recall.count, recall.of, overMasking.of]);
    expect(before.texts).toBe(1);
    expect(counts(before)).toEqual([
      ['Emails', 1, 1, 1],
      ['Names', 1, 2, 1],
      ['All', 2, 3, 2],
    ]);
    expect(counts(after!)).toEqual([
      ['Terms', 0, 0, 1],
      ['Emails', 0, 1, 0],
      ['Names', 2, 2, 1],
      ['All', 2, 3, 2],
    ]);
  });

  it('is stored as the last one, and is in the audit trail with its counts alone', async () => {
    const id = await marked();
    const measurement = await measuring().execute(owner, id, undefined, signal);
    expect(measurement.after).toBeNull();
    expect(await evaluations().find(owner, id)).toMatchObject({ measurement });
    const [, event] = await actions(id);
    expect(event).toMatchObject({
      action: 'evaluation.measure',
      counts: { policy_version: 0, texts: 1, values: 3, hidden_before: 2 },
    });
  });

  it('needs a text that is done', async () => {
    const id = await create();
    await mark(id, await add(id), [ANNA], { isDone: false });
    await expect(measuring().execute(owner, id, undefined, signal)).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('names the invalid field of a draft', async () => {
    const draft = { modes: { Names: 'sometimes' } };
    await expect(measuring().execute(owner, await marked(), draft, signal)).rejects.toMatchObject({
      code: 'bad_request',
    });
  });

  it('ends when the same user begins a newer one, and leaves those of others', async () => {
    const id = await marked();
    const changed = newId();
    const newer = await create();
    await mark(newer, await add(newer, [`Anna ${changed}`]), [ANNA]);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const store = context.get(EvaluationsStore);
    const texts = jest.spyOn(store, 'allTexts').mockImplementationOnce(async (...given) => {
      await held;
      return store.allTexts(...given);
    });
    const first = measuring().execute(owner, id, undefined, signal);
    const refused = expect(first).rejects.toMatchObject({
      code: 'conflict',
      message: 'A newer measurement of yours has begun',
    });
    await expect(measuring().execute(owner, newer, undefined, signal)).resolves.toMatchObject({
      before: { texts: 1 },
    });
    release();
    await refused;
    texts.mockRestore();
  });

  it('stores nothing if detection fails', async () => {
    const id = await marked();
    const draft = { modes: { Dates: 'always' } };
    detector.before = async () => {
      throw new Error('broken');
    };
    await expect(measuring().execute(owner, id, draft, signal)).rejects.toThrow('broken');
    expect(await evaluations().find(owner, id)).toMatchObject({ measurement: null });
  });
});
