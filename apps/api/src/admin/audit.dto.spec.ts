import fc from 'fast-check';
import type { ListedAuditEvent, TrailReport } from '@app/audit';
import { newId } from '@app/common';
import { readerOf } from '../../testing/reader-of';
import {
  AuditQueryDto,
  ExportAuditQueryDto,
  readAuditCursor,
  toEntryDto,
  toFilter,
  toReportDto,
  VerifyAuditQueryDto,
  writeAuditCursor,
} from './audit.dto';

const ID = '019aa5bf-4c55-7f1d-8b1e-7f5f0b0f8a14';
const TIME = 'must be a time such as 2026-01-15T09:30:00Z';
const HASH = 'must be 64 hexadecimal digits';

describe('the query of the audit trail', () => {
  const { read, refusal } = readerOf(AuditQueryDto, 'query');

  it('is empty, or has each filter', async () => {
    expect(await read({})).toEqual({});
    const all = {
      limit: '100',
      cursor: 'x',
      since: '2026-01-15T09:30:00Z',
      until: '2026-01-15T10:30:00+01:00',
      action: 'job',
      subject: '!~',
      outcome: 'failed',
      actor: ID,
    };
    expect(await read(all)).toEqual({ ...all, limit: 100 });
  });

  it.each([
    ['since', '2026-01-15T09:30:00', `since ${TIME}`],
    ['since', '2026-01-15', `since ${TIME}`],
    ['since', '2026-01-15 09:30:00Z', `since ${TIME}`],
    ['until', '2026-W03-4T09:30Z', `until ${TIME}`],
    ['until', '1768469400000', `until ${TIME}`],
    ['until', ['2026-01-15T09:30:00Z', '2026-01-15T09:30:00Z'], `until ${TIME}`],
    ['action', ['job', 'login'], 'action must be a string'],
    ['subject', '', 'subject must be an id'],
    ['subject', 'Hans Müller', 'subject must be an id'],
    ['subject', 'a b', 'subject must be an id'],
    ['subject', 'x'.repeat(201), 'subject must be an id'],
    ['outcome', 'Done', 'outcome must be one of done, refused, failed'],
    ['outcome', 'constructor', 'outcome must be one of done, refused, failed'],
    ['actor', 'me', 'actor must be the id of a user'],
    ['actor', ID.slice(1), 'actor must be the id of a user'],
    ['limit', '0', 'limit must be a whole number from 1 to 100'],
    ['limit', '101', 'limit must be a whole number from 1 to 100'],
    ['limit', '1.5', 'limit must be a whole number from 1 to 100'],
    ['limit', '', 'limit must be a whole number from 1 to 100'],
    ['limit', ['1', '2'], 'limit must be a whole number from 1 to 100'],
  ])('is refused with %s %j', async (field, value, message) => {
    expect(await refusal({ [field]: value })).toBe(message);
  });

  it('of an export has a format and no pages', async () => {
    const exported = readerOf(ExportAuditQueryDto, 'query');
    expect(await exported.read({ format: 'csv', limit: '1', cursor: 'x' })).toEqual({ format: 'csv' });
    expect(await exported.refusal({ format: 'xml' })).toBe('format must be one of ndjson, csv');
    expect(await exported.refusal({ since: 'x' })).toBe(`since ${TIME}`);
  });

  it('of a verification has a hash of any case, or none', async () => {
    const verified = readerOf(VerifyAuditQueryDto, 'query');
    for (const hash of ['0'.repeat(64), 'aF'.repeat(32)])
      expect(await verified.read({ hash })).toEqual({ hash });
    for (const hash of ['', '0'.repeat(63), '0'.repeat(65), 'g'.repeat(64)])
      expect(await verified.refusal({ hash })).toBe(`hash ${HASH}`);
  });
});

describe('the filter of the audit trail', () => {
  it('has only what the query names', () => {
    expect(toFilter({})).toEqual({});
    expect(toFilter({ action: '' })).toEqual({ action: '' });
  });

  it('reads times in their zone', () => {
    expect(toFilter({ since: '2026-01-15T09:30:00+01:00', until: '2026-01-15T09:30Z' })).toEqual({
      since: new Date('2026-01-15T08:30:00Z'),
      until: new Date('2026-01-15T09:30:00Z'),
    });
  });

  it.each([
    ['done', { outcome: 'done', failed: false }],
    ['refused', { outcome: 'refused' }],
    ['failed', { outcome: 'done', failed: true }],
  ] as const)('of %s distinguishes actions that were done and failed', (outcome, expected) => {
    expect(toFilter({ outcome, actor: ID, subject: 's' })).toEqual({
      ...expected,
      userId: ID,
      subjectId: 's',
    });
  });
});

describe('an entry of the audit trail', () => {
  const EVENT: ListedAuditEvent = {
    id: ID,
    at: new Date('2026-01-15T09:30:00Z'),
    organization: newId(),
    actor: 'user',
    user: 'u',
    action: 'job.result',
    outcome: 'done',
    reason: null,
    subject: null,
    counts: null,
    model: null,
    address_hash: null,
    sealed: null,
  };

  it('shows its fields without the organization', () => {
    expect(toEntryDto(EVENT)).toEqual({
      id: ID,
      at: '2026-01-15T09:30:00.000Z',
      actor: { kind: 'user', user_id: 'u' },
      action: 'job.result',
      outcome: 'done',
      reason: null,
      subject: null,
      counts: null,
      model: null,
      address_hash: null,
      seal: null,
    });
  });

  it("does not show the operator's account on their machine", () => {
    const { actor } = toEntryDto({ ...EVENT, actor: 'operator hans@mueller-laptop', user: null });
    expect(actor).toEqual({ kind: 'operator', user_id: null });
  });

  it.each([
    ['job:019a', { type: 'job', id: '019a' }],
    ['key:a:b', { type: 'key', id: 'a:b' }],
    ['user:', { type: 'user', id: '' }],
  ])('shows the subject %s by type and id', (subject, expected) => {
    expect(toEntryDto({ ...EVENT, subject }).subject).toEqual(expected);
  });
});

describe('the report about the audit trail', () => {
  const REPORT: TrailReport = {
    organizationId: newId(),
    intact: true,
    chains: [
      { chain: 'events', entries: 0, newest: null, pruned: null, broken: null },
      {
        chain: 'calls',
        entries: 2,
        newest: { seq: 3, hash: 'h' },
        pruned: { seq: 1, hash: 'g' },
        broken: { seq: 4, entryId: ID, reason: 'link' },
      },
    ],
    unsealed: { count: 0, oldest: null },
    strayCallers: 0,
  };

  it('names the first broken entry of each chain', () => {
    expect(toReportDto(REPORT)).toEqual({
      intact: true,
      chains: [REPORT.chains[0], { ...REPORT.chains[1], broken: { seq: 4, entry_id: ID, reason: 'link' } }],
      unsealed: { count: 0, oldest: null },
      stray_callers: 0,
    });
  });

  it.each([true, false])('says whether the hash of the request is known: %s', (known) => {
    expect(toReportDto({ ...REPORT, known })).toMatchObject({ known });
    expect(toReportDto(REPORT)).not.toHaveProperty('known');
  });
});

describe('the cursor of the audit trail', () => {
  const refusal = expect.objectContaining({
    code: 'bad_request',
    message: 'cursor must be next_cursor of the previous page',
  });
  const packed = (text: string): string => Buffer.from(text).toString('base64url');

  it('is null on the last page, else leads to the place where the page ended', () => {
    expect(writeAuditCursor(null)).toBeNull();
    const place = { at: '2026-01-15T09:30:00.123456Z', id: ID };
    expect(readAuditCursor(writeAuditCursor(place)!)).toEqual(place);
  });

  it.each([
    ['nothing', ''],
    ['an id alone', packed(ID)],
    ['a time alone', packed('2026-01-15T09:30:00.123456Z')],
    ['a time with milliseconds', packed(`2026-01-15T09:30:00.123Z ${ID}`)],
    ['a time that is none', packed(`2026-13-15T09:30:00.123456Z ${ID}`)],
    ['an id that is none', packed('2026-01-15T09:30:00.123456Z x')],
    ['a third part', packed(`2026-01-15T09:30:00.123456Z ${ID} x`)],
    ['a statement of SQL', packed(`2026-01-15T09:30:00.123456Z' OR 1=1 ${ID}`)],
  ])('is refused with %s', (_, cursor) => {
    expect(() => readAuditCursor(cursor)).toThrow(refusal as Error);
  });

  it('is refused with a message, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String()), (cursor) => {
        expect(() => readAuditCursor(cursor)).toThrow(refusal as Error);
      }),
    );
  });
});
