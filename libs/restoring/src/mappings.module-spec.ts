import fc from 'fast-check';
import { IssuedTable } from '@app/anonymization';
import { Clock, newId, type Owner } from '@app/common';
import { knownDetector, startContext, type ServiceContext } from '@app/testing';
import { AnonymizeWithMapping } from './anonymize-with-mapping';
import { DeleteMappingKeys } from './mappings/delete-mapping-keys';
import { RestoringModule } from './restoring.module';
import { SealedMappings } from './mappings/sealed-mappings';

const DAY_MS = 24 * 60 * 60_000;
const TEXT = 'Anna Schmidt met Hans Müller.';
const invalid = expect.objectContaining({
  code: 'mapping_invalid',
  message: 'mapping must be one that you received in the last 30 days, unchanged',
});

let context: ServiceContext;
let owner: Owner & { groups: string[] };

beforeAll(async () => {
  context = await startContext(
    [RestoringModule],
    {},
    { detector: knownDetector(['Anna Schmidt', 'Hans Müller', 'Petra Lang']) },
  );
});
beforeEach(() => {
  owner = { userId: newId(), organizationId: newId(), groups: [] };
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => context?.stop());

const mappings = (): SealedMappings => context.get(SealedMappings);

/** Moves the service's time. */
function setTime(time: number): void {
  jest.spyOn(context.get(Clock), 'now').mockReturnValue(new Date(time));
}
const pass = (ms: number): void => setTime(context.get(Clock).now().getTime() + ms);

function anonymize(text: string, mapping = 'sealed', style: 'surrogates' | 'placeholders' = 'placeholders') {
  const language = { code: 'en', regions: [] } as const;
  return context
    .get(AnonymizeWithMapping)
    .execute(
      owner,
      { text, field: 'prompt', language, style, model: 'demo-echo', choices: ['Names'], mapping },
      new AbortController().signal,
    );
}

const restore = async (mapping: string, text: string, by: Owner = owner): Promise<string> =>
  (await (await mappings().open(by, mapping)).restorer()).restore(text);

describe.each(['surrogates', 'placeholders'] as const)('a sealed mapping of %s', (style) => {
  it('restores its text and others with its replacements, and nothing that it did not issue', async () => {
    const { text, mapping } = await anonymize(TEXT, 'sealed', style);
    expect(text).not.toMatch(/Schmidt|Müller/);
    expect(mapping).toMatch(/^[\w-]+$/);
    expect(Buffer.from(mapping, 'base64url').toString()).not.toMatch(/Schmidt|Müller/);
    expect(await restore(mapping, text)).toBe(TEXT);
    const [anna] = text.split(' met ');
    expect(await restore(mapping, `${anna} agreed, said Jonas Kessler [NAME_9].`)).toBe(
      'Anna Schmidt agreed, said Jonas Kessler [NAME_9].',
    );
  });

  it('gives the next text the same replacements, and a mapping that restores both', async () => {
    const first = await anonymize(TEXT, 'sealed', style);
    const next = await anonymize('Petra Lang asked Anna Schmidt.', first.mapping, style);
    const [anna] = first.text.split(' met ');
    expect(next.text.endsWith(` asked ${anna}.`)).toBe(true);
    expect(await restore(next.mapping, `${first.text} ${next.text}`)).toBe(
      `${TEXT} Petra Lang asked Anna Schmidt.`,
    );
    expect(await restore(first.mapping, next.text)).toBe(next.text.replace(`${anna}.`, 'Anna Schmidt.'));
    const other = style === 'surrogates' ? 'placeholders' : 'surrogates';
    await expect(anonymize(TEXT, first.mapping, other)).rejects.toMatchObject({ code: 'style_conflict' });
  });
});

describe('a sealed mapping', () => {
  it('is opened by its user alone', async () => {
    const { mapping } = await anonymize(TEXT);
    for (const by of [
      { ...owner, userId: newId() },
      { ...owner, organizationId: newId() },
      { userId: owner.organizationId, organizationId: owner.userId },
    ])
      await expect(mappings().open(by, mapping)).rejects.toEqual(invalid);
  });

  it('is not opened after any change: bytes, cuts, additions, other writings, another key of its user', async () => {
    const { mapping } = await anonymize(TEXT);
    pass(DAY_MS);
    const { mapping: later } = await anonymize(TEXT);
    const bytes = Buffer.from(mapping, 'base64url');
    const changed = fc.oneof(
      fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 })).map(([at, mask]) => {
        const copy = Buffer.from(bytes);
        copy[at]! ^= mask;
        return copy.toString('base64url');
      }),
      fc.nat(mapping.length - 1).map((end) => mapping.slice(0, end)),
      fc.nat(mapping.length - 1).map((start) => mapping.slice(start + 1)),
      fc
        .tuple(fc.nat(mapping.length), fc.constantFrom('A', '=', ' ', '\n', '.', '+', 'é', '\u0000'))
        .map(([at, added]) => mapping.slice(0, at) + added + mapping.slice(at)),
      fc
        .nat(bytes.length)
        .map((at) =>
          Buffer.concat([Buffer.from(later, 'base64url').subarray(0, at), bytes.subarray(at)]).toString(
            'base64url',
          ),
        ),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(
        changed.filter((given) => given !== mapping && given !== later),
        async (given) => {
          await expect(mappings().open(owner, given)).rejects.toEqual(invalid);
        },
      ),
      { numRuns: 400 },
    );
    expect(await restore(mapping, '[NAME_1]')).toBe('Anna Schmidt');
    await expect(mappings().open(owner, 'A'.repeat(1_048_577))).rejects.toEqual(invalid);
  });

  it.each(['0', '9', '23'])(
    'is valid for 30 days, then its key is destroyed (sealed at %s h)',
    async (hour) => {
      const sealedAt = Date.UTC(2026, 0, 10, Number(hour), 59);
      setTime(sealedAt);
      const { mapping } = await anonymize(TEXT);
      setTime(sealedAt + 30 * DAY_MS - 1);
      await context.get(DeleteMappingKeys).expired(new AbortController().signal);
      expect(await restore(mapping, '[NAME_1]')).toBe('Anna Schmidt');
      setTime(sealedAt + 30 * DAY_MS);
      await expect(mappings().open(owner, mapping)).rejects.toEqual(invalid);
      setTime(sealedAt + 31 * DAY_MS);
      const keys = 'SELECT id FROM mapping_keys WHERE user_id = $1';
      const { rows } = await context.db.query<{ id: string }>(keys, [owner.userId]);
      await context.get(DeleteMappingKeys).expired(new AbortController().signal);
      expect((await context.db.query(keys, [owner.userId])).rows).toEqual([]);
      const destroyed = `SELECT kind FROM tombstones WHERE id = $1 AND NOT EXISTS (SELECT FROM data_keys WHERE subject_id = $1)`;
      expect((await context.db.query(destroyed, [rows[0]!.id])).rows).toEqual([{ kind: 'key' }]);
      setTime(sealedAt);
      await expect(mappings().open(owner, mapping)).rejects.toEqual(invalid);
    },
  );

  it('has one key for each user and day, also if many texts are sealed at once', async () => {
    const sealed = await Promise.all(Array.from({ length: 16 }, () => anonymize(TEXT)));
    pass(DAY_MS);
    sealed.push(await anonymize(TEXT));
    for (const { mapping } of sealed) expect(await restore(mapping, '[NAME_2]')).toBe('Hans Müller');
    const ids = sealed.map(({ mapping }) => Buffer.from(mapping, 'base64url').toString('hex', 0, 16));
    expect(new Set(ids).size).toBe(2);
  });

  it('is not opened after its user is erased', async () => {
    const { mapping } = await anonymize(TEXT);
    expect(await context.get(DeleteMappingKeys).all(owner)).toBe(1);
    await expect(mappings().open(owner, mapping)).rejects.toEqual(invalid);
  });

  it('is not made if it would have more than 1 MiB', async () => {
    const { table } = await mappings().open(owner, (await anonymize(TEXT)).mapping);
    const entity = table.add({ type: 'Names', forms: [] });
    for (let at = 0; at < 8; at += 1)
      table.record(entity, {
        original: `${at}${'x'.repeat(100_000)}`,
        replacement: `[NAME_3${'ABCDEFGH'[at]}]`,
      });
    await expect(mappings().seal(owner, await IssuedTable.of(table, []))).rejects.toMatchObject({
      code: 'too_large',
    });
  });
});
