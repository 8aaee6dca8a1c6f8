import { array, assert, asyncProperty, boolean, constantFrom, tuple } from 'fast-check';
import { DataSource } from 'typeorm';
import { anonymize, ENTITY_TYPES, type AnonymizedText, type Span } from '@app/anonymization';
import { ListAuditEvents } from '@app/audit';
import { ALL_OWNERS, newId, Transactions, type Owner } from '@app/common';
import { startContext, type ServiceContext } from '@app/testing';
import { betweenUsesMs } from './case';
import { CaseTables } from './case-tables';
import { CaseTablesStore } from './case-tables.store';
import { CasesModule } from './cases.module';
import { CasesStore } from './cases.store';
import { DeleteCases } from './delete-cases';
import { ExportCases } from './export-cases';
import { ForgetValue, type ToForget } from './forget-value';
import { ManageCases } from './manage-cases';

let context: ServiceContext;
let owner: Owner;

beforeAll(async () => {
  context = await startContext([CasesModule], { RETENTION_CASES: '30d' });
});
beforeEach(() => {
  owner = { userId: newId(), organizationId: newId() };
});
afterAll(() => context?.stop());

const cases = (): ManageCases => context.get(ManageCases);

/** The names of the tests, which a recognizer finds. */
const NAMES = ['Anna Schmidt', 'Hans Müller', 'Petra Lang', 'Anna Becker', 'Hans Schmidt'];
const ADDRESS = /[\w.]+@[\w.]+\w/g;
/** An address that is found together with the name before it. */
const ON_A_SCAN = /^, \w+ \d+, \d{5} \w+/;

function spansIn(text: string): Span[] {
  const names = NAMES.flatMap((value): Span[] => {
    const start = text.indexOf(value);
    const more = ON_A_SCAN.exec(text.slice(start + value.length))?.[0] ?? '';
    return start < 0 ? [] : [{ start, end: start + value.length + more.length, type: 'Names' }];
  });
  const addresses = [...text.matchAll(ADDRESS)].map(({ 0: canonical, index: start }): Span => ({
    start,
    end: start + canonical.length,
    type: 'Emails',
    canonical,
  }));
  return [...names, ...addresses].sort((a, b) => a.start - b.start);
}

/** Hides a text in a case. @param before runs in each attempt before the text is hidden. @returns what may be sent */
async function hide(
  caseId: string,
  text: string,
  member = owner,
  before: () => unknown = () => undefined,
): Promise<string> {
  const input = {
    text,
    spans: spansIn(text),
    choices: ENTITY_TYPES,
    language: { code: 'de', regions: [] } as const,
  };
  const work = async (table: Parameters<typeof anonymize>[0]): Promise<AnonymizedText[]> => {
    await before();
    return anonymize(table, [input]);
  };
  return (await context.get(CaseTables).hide(member, { caseId }, [input], work)).hidden[0]!.text;
}

const restore = async (caseId: string, text: string, member = owner): Promise<string> =>
  (await context.get(CaseTables).restorer(member, { caseId }, [text])).restore(text);

/** Makes a group of these users. */
async function groupOf(...users: Owner[]): Promise<string> {
  const groupId = newId();
  const { organizationId } = users[0]!;
  await context.db.query(
    `INSERT INTO organizations (id, name, active, grants) VALUES ($1, $2, true, '{}') ON CONFLICT DO NOTHING`,
    [organizationId, organizationId],
  );
  await context.db.query('INSERT INTO groups (id, organization_id, name) VALUES ($1, $2, $3)', [
    groupId,
    organizationId,
    groupId.replaceAll('-', ' '),
  ]);
  for (const user of users) await join(groupId, user);
  return groupId;
}

async function join(groupId: string, { userId, organizationId }: Owner): Promise<void> {
  await context.db.query(
    `INSERT INTO users (id, organization_id, user_name, login_name, password_hash, active)
     VALUES ($1, $2, $3, $3, 'x', true) ON CONFLICT DO NOTHING`,
    [userId, organizationId, `user-${userId}`],
  );
  await context.db.query(
    'INSERT INTO group_members (user_id, group_id, organization_id) VALUES ($1, $2, $3)',
    [userId, groupId, organizationId],
  );
}

const leave = (groupId: string, { userId }: Owner) =>
  context.db.query('DELETE FROM group_members WHERE group_id = $1 AND user_id = $2', [groupId, userId]);

/** Returns the actions on a case in the audit trail, newest first. */
const actionsOn = async (id: string): Promise<string[]> =>
  (await context.get(ListAuditEvents).execute({ subjectId: id, limit: 10 })).map(({ action }) => action);
/** Waits until a transaction waits for a lock. */
async function someTransactionWaits(): Promise<void> {
  const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  while ((await context.db.query(waiting)).rows.length === 0) await new Promise(setImmediate);
}

const colleague = (): Owner => ({ userId: newId(), organizationId: owner.organizationId });

describe.each(['surrogates', 'placeholders'] as const)('a case with %s', (style) => {
  it('has one replacement for a value in all its texts, and restores each to the byte', async () => {
    const { id } = await cases().create(owner, { style });
    const letter = 'Sehr geehrte Frau Anna Schmidt, wir schreiben an anna.schmidt@firma.de.';
    const sent = await hide(id, letter);
    const note = 'Herr Hans Müller traf Anna Schmidt.';
    const other = await hide(id, note);
    for (const name of NAMES) expect(`${sent} ${other}`).not.toContain(name);
    const anna = /Frau (.+?), wir/.exec(sent)![1]!;
    expect(other).toContain(anna);
    expect(await restore(id, sent)).toBe(letter);
    expect(await restore(id, other)).toBe(note);
    expect(await restore(id, `${anna} hat zugesagt.`)).toBe('Anna Schmidt hat zugesagt.');
  });

  it('has one replacement for a value that 64 texts bring at once', async () => {
    const { id } = await cases().create(owner, { style });
    const texts = Array.from(
      { length: 64 },
      (_, at) => `Notiz ${at}: Anna Schmidt und ${NAMES[1 + (at % 2)]!}.`,
    );
    const sent = await Promise.all(texts.map((text) => hide(id, text)));
    const names = new Set(sent.map((text) => /: (.+?) und/.exec(text)![1]!));
    expect(names.size).toBe(1);
    for (const [at, text] of sent.entries()) expect(await restore(id, text)).toBe(texts[at]);
    expect((await cases().find(owner, id)).entities).toBe(3);
  });

  it('restores nothing that it did not issue, and hides planted replacements', async () => {
    const { id } = await cases().create(owner, { style });
    const other = await cases().create(owner, { style });
    const sent = await hide(id, 'Anna Schmidt');
    const foreign = 'Jonas Kessler [NAME_7] [EMAIL_1]';
    expect(await restore(id, foreign)).toBe(foreign);
    expect(await restore(other.id, sent)).toBe(sent);
    const planted = await hide(id, `Petra Lang schrieb: ${sent}`);
    expect(planted).not.toContain(sent);
    expect(await restore(id, planted)).toBe(`Petra Lang schrieb: ${sent}`);
  });

  it('restores a long text while it arrives, until the case ends', async () => {
    const { id } = await cases().create(owner, { style });
    const letter = 'Sehr geehrte Frau Anna Schmidt, wir schreiben an anna.schmidt@firma.de. ';
    const sent = await hide(id, letter);
    const restoring = await context.get(CaseTables).restoreInSteps(owner, { caseId: id });
    let shown = '';
    for (let at = 0; at < 2_000; at += 1) shown += await restoring.write(sent);
    expect(shown.length).toBeGreaterThan(60_000);
    shown += await restoring.end();
    expect(shown).toBe(letter.repeat(2_000));
    expect(restoring.restored).toBe(4_000);
    const other = await context.get(CaseTables).restoreInSteps(owner, { caseId: id });
    await other.write(sent);
    await cases().delete(owner, id);
    await expect(other.end()).rejects.toMatchObject({ code: 'bad_request' });
    const again = context.get(CaseTables).restoreInSteps(owner, { caseId: id });
    await expect(again).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('forgets a value: nothing restores it, the others are restored, and its replacement is never issued again', async () => {
    const { id } = await cases().create(owner, { style });
    const sent = await hide(id, 'Anna Schmidt und Hans Müller');
    await context.get(ForgetValue).execute(owner, id, { value: 'anna schmidt' });
    const [anna, hans] = sent.split(' und ');
    expect(await restore(id, sent)).toBe(`${anna} und Hans Müller`);
    const again = await hide(id, 'Anna Schmidt und Hans Müller');
    expect(again.split(' und ')[0]).not.toBe(anna);
    expect(again.split(' und ')[1]).toBe(hans);
    await expect(context.get(ForgetValue).execute(owner, id, { value: 'Jonas' })).rejects.toMatchObject({
      code: 'bad_request',
    });
  });
});

describe('forgetting a person', () => {
  const forget = (caseId: string, asked: ToForget, member = owner) =>
    context.get(ForgetValue).execute(member, caseId, asked);

  it('forgets a name with its address, and an e-mail address with the name, and counts them', async () => {
    const { id } = await cases().create(owner, { style: 'placeholders' });
    const scan = await hide(id, 'Anna Schmidt, Hafenweg 21, 28195 Bremen schrieb von anna.schmidt@firma.de.');
    const letter = await hide(id, 'Anna Schmidt und Petra Lang');
    expect(await forget(id, { value: 'Schmidt' })).toBe(3);
    expect(await restore(id, scan)).toBe(scan);
    expect(await restore(id, letter)).toMatch(/^\[NAME_\d\] und Petra Lang$/);
    const [entry] = await context.get(ListAuditEvents).execute({ subjectId: id, limit: 1 });
    expect(entry).toMatchObject({ action: 'case.forget', counts: { values: 3 } });
  });

  it('is refused for a part of the names of two persons, which a preview lists', async () => {
    const { id } = await cases().create(owner, { style: 'placeholders' });
    await hide(id, 'Anna Schmidt und Hans Schmidt');
    await expect(forget(id, { value: 'Schmidt' })).rejects.toMatchObject({ code: 'ambiguous_value' });
    expect(await context.get(ForgetValue).preview(owner, id, 'Schmidt')).toEqual({
      values: ['Anna Schmidt', 'Hans Schmidt'].map((value) => ({ value, type: 'Names', contains: true })),
      isAmbiguous: true,
    });
    expect(await forget(id, { values: ['Hans Schmidt', 'unknown'] })).toBe(1);
    expect((await cases().find(owner, id)).entities).toBe(1);
  });

  it('forgets exactly the values that were chosen from a preview, which is audited as restoring', async () => {
    const { id } = await cases().create(owner, { style: 'placeholders' });
    const sent = await hide(id, 'Anna Schmidt, a.schmidt@firma.de, schmidtanna@firma.de');
    const { values } = await context.get(ForgetValue).preview(owner, id, 'Anna Schmidt');
    expect(values.map(({ value, contains }) => [value, contains])).toEqual([
      ['Anna Schmidt', true],
      ['a.schmidt@firma.de', false],
      ['schmidtanna@firma.de', false],
    ]);
    const [entry] = await context.get(ListAuditEvents).execute({ subjectId: id, limit: 1 });
    expect(entry).toMatchObject({ action: 'values.restore', counts: { values: 3 } });
    await forget(id, { values: ['Anna Schmidt', 'schmidtanna@firma.de'] });
    const [name, , other] = sent.split(', ');
    expect(await restore(id, sent)).toBe(`${name}, a.schmidt@firma.de, ${other}`);
    await expect(forget(id, { values: ['Anna Schmidt'] })).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('is neither done nor previewed by a member who does not own the case', async () => {
    const friend = colleague();
    const { id } = await cases().create(owner, { groupId: await groupOf(owner, friend) });
    await hide(id, 'Anna Schmidt', friend);
    const asked = [
      () => forget(id, { value: 'Anna Schmidt' }, friend),
      () => forget(id, { values: ['Anna Schmidt'] }, friend),
      () => context.get(ForgetValue).preview(friend, id, 'Anna Schmidt'),
    ];
    for (const ask of asked) await expect(ask()).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('asks for a longer form if more values contain the value than a preview lists', async () => {
    const { id } = await cases().create(owner, {});
    await hide(id, Array.from({ length: 1_001 }, (_, n) => `kunde@firma${n}.de`).join(' '));
    const preview = context.get(ForgetValue).preview(owner, id, 'kunde');
    await expect(preview).rejects.toMatchObject({ code: 'bad_request' });
  });

  it.each(['surrogates', 'placeholders'] as const)(
    'leaves no text of any member that is restored with a forgotten value, with %s',
    async (style) => {
      const texts = array(
        tuple(
          constantFrom(...NAMES),
          constantFrom('', ', Hafenweg 21, 28195 Bremen', 's Brief', ' schrieb von anna.schmidt@firma.de'),
          boolean(),
        ),
        { minLength: 1, maxLength: 5 },
      );
      const run = asyncProperty(texts, constantFrom(...NAMES), async (given, asked) => {
        const friend = colleague();
        const { id } = await cases().create(owner, { style, groupId: await groupOf(owner, friend) });
        const sent: string[] = [];
        for (const [name, more, isFriend] of given)
          sent.push(await hide(id, `Frau ${name}${more}`, isFriend ? friend : owner));
        const isKnown = given.some(([name]) => name === asked);
        if (isKnown) await forget(id, { value: asked });
        for (const [at, text] of sent.entries())
          for (const member of [owner, friend]) {
            const restored = await restore(id, text, member);
            const [name, more] = given[at]!;
            if (name === asked) expect(restored).not.toContain(asked);
            else expect(restored).toContain(name);
            if (isKnown && asked === 'Anna Schmidt') expect(restored).not.toContain('anna.schmidt');
            if (name === asked) expect(restored).not.toContain(more.startsWith(',') ? 'Hafenweg' : name);
          }
        await cases().delete(owner, id);
      });
      await assert(run, { numRuns: 15 });
    },
  );
});

describe('a forgotten name', () => {
  it('is not restored from its address, or from two names that share its parts', async () => {
    for (const letter of [
      'Frau Anna Schmidt schrieb von anna.schmidt@firma.de',
      'Frau Anna Schmidt, Anna Becker und Hans Schmidt',
    ]) {
      const { id } = await cases().create(owner, {});
      const sent = await hide(id, letter);
      const anna = /Frau ([^ ,]+ [^ ,]+)/.exec(sent)![1]!;
      await context.get(ForgetValue).execute(owner, id, { value: 'Anna Schmidt' });
      expect(await restore(id, sent)).toContain(`Frau ${anna}`);
      expect(await restore(id, `${anna} kommt.`)).toBe(`${anna} kommt.`);
    }
  });

  it('is hidden again in a text that was being hidden when it was forgotten', async () => {
    const { id } = await cases().create(owner, {});
    const letter = 'Anna Schmidt, Anna Becker und Hans Schmidt';
    const [before] = (await hide(id, letter)).split(',');
    let forgotten = false;
    const sent = await hide(id, letter, owner, async () => {
      if (!forgotten) await context.get(ForgetValue).execute(owner, id, { value: 'Anna Schmidt' });
      forgotten = true;
    });
    expect(sent).not.toContain(before);
    expect(await restore(id, sent)).toBe(letter);
    expect(await restore(id, `${before} kommt.`)).toBe(`${before} kommt.`);
  });

  it('of an erased user is not restored from names that others brought', async () => {
    const friend = colleague();
    const { id } = await cases().create(owner, { groupId: await groupOf(owner, friend) });
    const anna = await hide(id, 'Anna Schmidt', friend);
    await hide(id, 'Anna Becker und Hans Schmidt');
    await context.get(DeleteCases).all(friend);
    expect(await restore(id, `${anna} kommt.`)).toBe(`${anna} kommt.`);
  });
});

describe('a case', () => {
  it('is not found by another user, organization, or after its deletion or expiry', async () => {
    const { id } = await cases().create(owner, { name: 'Schmidt ./. Müller' });
    const sent = await hide(id, 'Anna Schmidt');
    for (const stranger of [colleague(), { ...owner, organizationId: newId() }]) {
      await expect(restore(id, sent, stranger)).rejects.toMatchObject({ code: 'bad_request' });
      await expect(hide(id, 'Anna Schmidt', stranger)).rejects.toMatchObject({ code: 'bad_request' });
      await expect(cases().find(stranger, id)).rejects.toMatchObject({ code: 'not_found' });
    }
    await context.db.query(`UPDATE cases SET expires_at = now() - interval '1 second' WHERE id = $1`, [id]);
    await expect(restore(id, sent)).rejects.toMatchObject({ code: 'bad_request' });
    await context.get(DeleteCases).expired(new AbortController().signal);
    for (const table of [
      'cases WHERE id',
      'case_entities WHERE case_id',
      'case_keys WHERE case_id',
      'data_keys WHERE subject_id',
    ])
      expect((await context.db.query(`SELECT FROM ${table} = $1`, [id])).rows).toEqual([]);
  });

  it('is deleted by its owner only, and after RETENTION_CASES without use', async () => {
    const { id } = await cases().create(owner, {});
    await cases().delete(owner, id);
    await expect(cases().find(owner, id)).rejects.toMatchObject({ code: 'not_found' });
    const old = await cases().create(owner, {});
    const used = await cases().create(owner, {});
    await context.db.query(`UPDATE cases SET last_used_at = now() - interval '31 days' WHERE id = $1`, [
      old.id,
    ]);
    await context.get(DeleteCases).expired(new AbortController().signal);
    expect((await cases().list(owner, { limit: 10 })).cases.map(({ id: left }) => left)).toEqual([used.id]);
  });

  it('is not deleted if it is used, or its expiry is changed, after it was found expired', async () => {
    const [used, extended] = [await cases().create(owner, {}), await cases().create(owner, {})];
    await context.db.query(`UPDATE cases SET last_used_at = now() - interval '31 days' WHERE id = $1`, [
      used.id,
    ]);
    await context.db.query(`UPDATE cases SET expires_at = now() WHERE id = $1`, [extended.id]);
    const store = context.get(CasesStore);
    const find = store.expired.bind(store);
    jest.spyOn(store, 'expired').mockImplementationOnce(async (...given) => {
      const found = await find(...given);
      await hide(used.id, 'Anna Schmidt');
      await context.db.query('UPDATE cases SET expires_at = NULL WHERE id = $1', [extended.id]);
      return found;
    });
    await context.get(DeleteCases).expired(new AbortController().signal);
    const left = (await cases().list(owner, { limit: 10 })).cases.map(({ id }) => id);
    expect(left.toSorted()).toEqual([used.id, extended.id].toSorted());
  });

  it('is used by a text with known values, and by restoring, for RETENTION_CASES', async () => {
    const { id } = await cases().create(owner, {});
    const sent = await hide(id, 'Anna Schmidt');
    for (const use of [() => hide(id, 'Anna Schmidt'), () => restore(id, sent)]) {
      await context.db.query(`UPDATE cases SET last_used_at = now() - interval '2 hours' WHERE id = $1`, [
        id,
      ]);
      await use();
      const { lastUsedAt } = await cases().find(owner, id);
      expect(Date.now() - lastUsedAt.getTime()).toBeLessThan(3_600_000);
    }
    expect([undefined, 86_400_000, 3_600_000].map((retention) => betweenUsesMs(retention))).toEqual([
      3_600_000, 3_600_000, 180_000,
    ]);
  });

  it('may exist 100 times for a user, and is listed in pages', async () => {
    for (let n = 0; n < 100; n += 1) await cases().create(owner, { name: `case ${n}` });
    await expect(cases().create(owner, {})).rejects.toMatchObject({ code: 'case_limit' });
    const first = await cases().list(owner, { limit: 60 });
    const second = await cases().list(owner, { limit: 60, cursor: first.next! });
    expect([first.cases.length, second.cases.length, second.next]).toEqual([60, 40, null]);
    expect(first.cases[0]!.name).toBe('case 99');
  });

  it('keeps names and values unreadable in the database', async () => {
    const { id } = await cases().create(owner, { name: 'Schmidt ./. Müller' });
    await hide(id, 'Anna Schmidt');
    const { rows } = await context.db.query<{ row: string }>(
      `SELECT cases::text || case_entities::text AS row FROM cases JOIN case_entities ON case_id = cases.id WHERE cases.id = $1`,
      [id],
    );
    for (const { row } of rows) expect(Buffer.from(row).toString()).not.toMatch(/Schmidt|536368/i);
  });
});

describe('hiding a text in a case', () => {
  it('needs no connection to the database meanwhile', async () => {
    const { id } = await cases().create(owner, {});
    const most = context.app.get(DataSource).options.poolSize! + 1;
    let [begun, all] = [0, () => {}];
    const allBegan = new Promise<void>((resolve) => (all = resolve));
    const oneBegan = () => {
      begun += 1;
      if (begun === most) all();
      return allBegan;
    };
    const texts = Array.from({ length: most }, () => 'Anna Schmidt');
    const sent = await Promise.all(texts.map((text) => hide(id, text, owner, oneBegan)));
    expect(new Set(sent).size).toBe(1);
  });

  it('is repeated if other calls change the case, and locks it after three attempts', async () => {
    const { id } = await cases().create(owner, { style: 'placeholders' });
    const attempts: Promise<string>[] = [];
    const sent = await hide(id, 'Anna Schmidt', owner, async () => {
      const other = hide(id, `Kunde ${attempts.length}@firma.de`);
      attempts.push(other);
      if (attempts.length <= 3) await other;
    });
    expect(attempts).toHaveLength(4);
    const others = await Promise.all(attempts);
    expect(await restore(id, [sent, ...others].join(' '))).toBe(
      'Anna Schmidt Kunde 0@firma.de Kunde 1@firma.de Kunde 2@firma.de Kunde 3@firma.de',
    );
    expect((await cases().find(owner, id)).entities).toBe(5);
  });

  it('waits for a change of the sharing, and refuses a user that this change excludes', async () => {
    const friend = colleague();
    const { id } = await cases().create(owner, { groupId: await groupOf(owner, friend) });
    const hideDuring = async (text: string, end: 'COMMIT' | 'ROLLBACK') => {
      // The statements of the end of the sharing, while the text waits.
      const client = await context.db.connect();
      await client.query('BEGIN');
      await client.query('UPDATE cases SET group_id = NULL WHERE id = $1', [id]);
      const hidden = hide(id, text, friend);
      await someTransactionWaits();
      await client.query('DELETE FROM case_members WHERE case_id = $1 AND user_id = $2', [id, friend.userId]);
      await client.query(end);
      client.release();
      return hidden;
    };
    for (let use = 1; use <= 2; use += 1)
      expect(await restore(id, await hideDuring('Hans Müller', 'ROLLBACK'), friend)).toBe('Hans Müller');
    await expect(hideDuring('Petra Lang', 'COMMIT')).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('is refused if the case is deleted, or its user leaves, meanwhile', async () => {
    const friend = colleague();
    const groupId = await groupOf(owner, friend);
    const { id } = await cases().create(owner, { groupId });
    await hide(id, 'Hans Müller', friend);
    for (const text of ['Anna Schmidt', 'Hans Müller']) {
      const left = hide(id, text, friend, () => leave(groupId, friend));
      await expect(left).rejects.toMatchObject({ code: 'bad_request' });
      await join(groupId, friend);
      await cases().change(owner, id, { groupId });
    }
    const deleted = hide(id, 'Hans Müller', owner, () => cases().delete(owner, id));
    await expect(deleted).rejects.toMatchObject({ code: 'bad_request' });
  });
});

describe('a shared case', () => {
  it('is used by the members of the group when it was shared, later ones after the owner admits them', async () => {
    const [friend, late] = [colleague(), colleague()];
    const groupId = await groupOf(owner, friend);
    const { id } = await cases().create(owner, { groupId });
    const sent = await hide(id, 'Anna Schmidt');
    expect(await restore(id, sent, friend)).toBe('Anna Schmidt');
    expect(await hide(id, 'Hans Müller und Anna Schmidt', friend)).toContain(sent);
    await join(groupId, late);
    await expect(restore(id, sent, late)).rejects.toMatchObject({ code: 'bad_request' });
    expect(await cases().members(owner, await cases().find(owner, id))).toMatchObject({
      waiting: 1,
      waitingNames: [`user-${late.userId}`],
    });
    await cases().change(owner, id, { groupId });
    expect(await restore(id, sent, late)).toBe('Anna Schmidt');
    for (const change of [cases().change(friend, id, { name: 'x' }), cases().delete(friend, id)])
      await expect(change).rejects.toMatchObject({ code: 'forbidden' });
    await leave(groupId, friend);
    await expect(restore(id, sent, friend)).rejects.toMatchObject({ code: 'bad_request' });
    await cases().change(owner, id, { groupId: null });
    await expect(restore(id, sent, late)).rejects.toMatchObject({ code: 'bad_request' });
    expect(await restore(id, sent)).toBe('Anna Schmidt');
  });

  it('forgets what an erased user brought, also after the user left', async () => {
    const friend = colleague();
    const groupId = await groupOf(owner, friend);
    const { id } = await cases().create(owner, { groupId });
    const sent = await hide(id, 'Anna Schmidt', friend);
    await hide(id, 'Hans Müller');
    await leave(groupId, friend);
    expect(await context.get(DeleteCases).all(friend)).toEqual({ cases: 0, caseValues: 1 });
    expect(await restore(id, sent)).toBe(sent);
    expect((await cases().find(owner, id)).entities).toBe(1);
  });

  it('retains the domain of addresses that others brought, too, when a member is erased', async () => {
    const friend = colleague();
    const { id } = await cases().create(owner, { groupId: await groupOf(owner, friend) });
    await hide(id, 'anna@firma.de', friend);
    const sent = await hide(id, 'bernd@firma.de');
    expect(await context.get(DeleteCases).all(friend)).toMatchObject({ caseValues: 1 });
    const domain = /@.+/.exec(sent)![0];
    expect(await hide(id, 'carla@firma.de')).toContain(domain);
  });

  it('forgets many values of an erased member in steps, and continues after a step failed', async () => {
    const friend = colleague();
    const { id } = await cases().create(owner, { groupId: await groupOf(owner, friend) });
    const addresses = Array.from({ length: 1_050 }, (_, n) => `kunde${n}@firma.de`);
    const sent = await hide(id, addresses.join(' '), friend);
    await hide(id, addresses[7]!);
    const store = context.get(CaseTablesStore);
    const original = store.forget.bind(store);
    const failing = jest
      .spyOn(store, 'forget')
      .mockImplementationOnce((...given) => original(...given))
      .mockRejectedValueOnce(new Error('stopped'));
    await expect(context.get(DeleteCases).all(friend)).rejects.toThrow('stopped');
    expect((await cases().find(owner, id)).entities).toBe(1_051 - 999);
    expect(await context.get(DeleteCases).all(friend)).toEqual({ cases: 0, caseValues: 50 });
    expect(failing).toHaveBeenCalledTimes(3);
    failing.mockRestore();
    expect((await cases().find(owner, id)).entities).toBe(2);
    const restored = (await restore(id, sent)).split(' ');
    expect(restored.filter((address) => address.endsWith('@firma.de'))).toEqual([addresses[7]]);
    const noted = await context.db.query(
      `SELECT FROM case_entities WHERE case_id = $1 AND $2 = ANY (brought_by)`,
      [id, friend.userId],
    );
    expect(noted.rows).toEqual([]);
  });

  it('is shared without a member who leaves, and not with a group that is deleted, at the same time', async () => {
    const friend = colleague();
    const groupId = await groupOf(owner, friend);
    const { id } = await cases().create(owner, {});
    const shareDuring = async (change: string, values: string[]) => {
      const client = await context.db.connect();
      await client.query('BEGIN');
      await client.query(change, values);
      const shared = cases().change(owner, id, { groupId });
      await someTransactionWaits();
      await client.query('COMMIT');
      client.release();
      return shared;
    };
    const left = 'DELETE FROM group_members WHERE group_id = $1 AND user_id = $2';
    expect(await shareDuring(left, [groupId, friend.userId])).toMatchObject({ groupId, members: 1 });
    const deleted = shareDuring('DELETE FROM groups WHERE id = $1', [groupId]);
    await expect(deleted).rejects.toMatchObject({ code: 'bad_request' });
    expect(await cases().find(owner, id)).toMatchObject({ groupId: null });
  });

  it('lists the first 100 members and waiting users by name, and counts all', async () => {
    const members = Array.from({ length: 101 }, colleague);
    const groupId = await groupOf(owner, ...members);
    const { id } = await cases().create(owner, { groupId });
    const later = Array.from({ length: 102 }, colleague);
    for (const user of later) await join(groupId, user);
    const found = await cases().find(owner, id);
    expect(found.members).toBe(102);
    const { members: listed, waiting, waitingNames } = await cases().members(owner, found);
    const names = (users: Owner[]): string[] => users.map(({ userId }) => `user-${userId}`).sort();
    expect(listed.map(({ userName }) => userName)).toEqual(names([owner, ...members]).slice(0, 100));
    expect([waiting, waitingNames]).toEqual([102, names(later).slice(0, 100)]);
    const asMember = await cases().find(members[0]!, id);
    expect(await cases().members(members[0]!, asMember)).toMatchObject({ waiting: 102, waitingNames: [] });
  });

  it.each([
    ['passed to a member', 'UPDATE cases SET user_id = $2 WHERE id = $1'],
    ['was deleted', 'DELETE FROM cases WHERE id = $1 AND user_id <> $2'],
  ])(
    'is neither changed nor deleted by a user who owned it until it %s, and no entry says so',
    async (_, end) => {
      const friend = colleague();
      const groupId = await groupOf(owner, friend);
      for (const act of [
        (id: string) => cases().change(owner, id, { name: 'New' }),
        (id: string) => cases().change(owner, id, { groupId }),
        (id: string) => cases().change(owner, id, { groupId: null }),
        (id: string) => cases().delete(owner, id),
      ]) {
        const { id } = await cases().create(owner, { name: 'Old', groupId });
        expect(await actionsOn(id)).toEqual(['case.share', 'case.create']);
        const transactions = context.get(Transactions);
        const run = transactions.runFor.bind(transactions);
        const spy = jest.spyOn(transactions, 'runFor').mockImplementationOnce(async (scope, work) => {
          await context.db.query(end, [id, friend.userId]);
          return run(scope, work);
        });
        await expect(act(id)).rejects.toMatchObject({ code: 'not_found' });
        spy.mockRestore();
        expect(await actionsOn(id)).toEqual(['case.share', 'case.create']);
      }
    },
  );

  it('is shared only with a group of its owner', async () => {
    const groupId = await groupOf(colleague());
    await expect(cases().create(owner, { groupId })).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('passes to the member who joined first when its owner is erased, without the values that only the owner brought', async () => {
    const [friend, other] = [colleague(), colleague()];
    const groupId = await groupOf(owner, friend);
    const { id } = await cases().create(owner, { groupId });
    await join(groupId, other);
    await cases().change(owner, id, { groupId });
    const lone = await cases().create(owner, {});
    const sent = await hide(id, 'Anna Schmidt und Hans Müller');
    await hide(id, 'Hans Müller', friend);
    expect(await context.get(DeleteCases).all(owner)).toEqual({ cases: 1, caseValues: 1 });
    expect(await cases().find(friend, id)).toMatchObject({ isOwner: true, members: 2 });
    expect(await restore(id, sent, friend)).toBe(`${sent.split(' und ')[0]} und Hans Müller`);
    await expect(cases().find(owner, lone.id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a former owner', () => {
  it('neither shares the case nor ends its sharing', async () => {
    const friend = colleague();
    const groupId = await groupOf(owner, friend);
    const { id } = await cases().create(owner, { groupId });
    await context.get(DeleteCases).all(owner);
    const shared = await context
      .get(Transactions)
      .runFor(ALL_OWNERS, (tx) =>
        context.get(CasesStore).share(tx, owner, id, { groupId, userIds: [owner.userId] }),
      );
    expect(shared).toBe(0);
    expect(await cases().find(friend, id)).toMatchObject({ isOwner: true, members: 1, groupId });
  });
});

describe('the export of a person', () => {
  const exportOf = async (person: Owner) => {
    const exported = [];
    for await (const { id, usable, values } of context.get(ExportCases).execute(person)) {
      const found: unknown[] = [];
      for await (const value of values()) found.push(value);
      exported.push({ id, name: usable?.name, found });
    }
    return exported;
  };

  it('has the cases with the values that the person brought', async () => {
    const friend = colleague();
    const { id } = await cases().create(owner, { name: 'Schmidt', groupId: await groupOf(owner, friend) });
    await hide(id, 'Anna Schmidt');
    await hide(id, 'Hans Müller', friend);
    expect(await exportOf(owner)).toMatchObject([
      { name: 'Schmidt', found: [{ type: 'Names', forms: [{ original: 'Anna Schmidt' }] }] },
    ]);
  });

  it('has the values that only the person brought to a case that the person left, and no more of it', async () => {
    const friend = colleague();
    const groupId = await groupOf(owner, friend);
    const { id } = await cases().create(owner, { name: 'Schmidt', groupId });
    await hide(id, 'Anna Schmidt und Hans Müller', friend);
    await hide(id, 'Hans Müller und Petra Lang');
    await leave(groupId, friend);
    expect(await exportOf(friend)).toMatchObject([
      { id, name: undefined, found: [{ type: 'Names', forms: [{ original: 'Anna Schmidt' }] }] },
    ]);
    expect(await exportOf(colleague())).toEqual([]);
  });
});
