import type { OwnShare, SharedChat } from '@app/sessions';
import { readerOf } from '../../testing/reader-of';
import { HistoryQueryDto, PageDto, RenameSessionDto, SearchSessionsDto } from './history.dto';
import { ShareSessionDto, toShareDto, toSharedChat } from './shares.dto';

const LIMIT = 'limit must be a whole number from 1 to 200';

describe('the query of a history', () => {
  const { read, refusal } = readerOf(HistoryQueryDto, 'query');

  it.each([
    'restored',
    'replacements',
    'passages',
    'versions',
    'restored,replacements',
    'restored,replacements,passages,versions',
  ])('includes %s', async (include) => {
    expect(await read({ include })).toEqual({ include });
  });

  it.each([
    '',
    'all',
    'Restored',
    'replacements,restored',
    'restored,restored',
    'restored,',
    'restored, versions',
  ])('is refused if it includes %j', async (include) => {
    expect(await refusal({ include })).toMatch(/^include must be one of the following values: restored, /);
  });

  it('is refused with two lists', async () => {
    expect(await refusal({ include: ['restored', 'versions'] })).toMatch(/^include must be one of/);
  });

  it.each(['0', '201', '-1', '1.5', '', 'x', ['1', '2']])('is refused with the limit %j', async (limit) => {
    expect(await refusal({ limit })).toBe(LIMIT);
    expect(await readerOf(PageDto, 'query').refusal({ limit })).toBe(LIMIT);
  });

  it('has a limit of 1 to 200 and a cursor', async () => {
    for (const limit of ['1', '200'])
      expect(await read({ limit, cursor: 'c' })).toEqual({ limit: Number(limit), cursor: 'c' });
    expect(await refusal({ cursor: ['a', 'b'] })).toBe('cursor must be a string');
  });
});

describe('the body about a session', () => {
  it.each([
    [{}, 'session_id must be a string; new_name must be a string'],
    [{ session_id: 's', new_name: null }, 'new_name must be a string'],
    [{ session_id: 1, new_name: 'x' }, 'session_id must be a string'],
    [{ session_id: ['s'], new_name: ['x'] }, 'session_id must be a string; new_name must be a string'],
  ])('renames none as %j', async (body, message) => {
    expect(await readerOf(RenameSessionDto).refusal(body)).toBe(message);
  });

  it.each([
    [{}, 'text must be a string'],
    [{ text: 5 }, 'text must be a string'],
    [{ text: ['anna'] }, 'text must be a string'],
    [{ text: 'anna', cursor: 5 }, 'cursor must be a string'],
  ])('searches none as %j', async (body, message) => {
    expect(await readerOf(SearchSessionsDto).refusal(body)).toBe(message);
  });

  it('searches with or without a cursor', async () => {
    const { read } = readerOf(SearchSessionsDto);
    for (const body of [{ text: 'anna' }, { text: 'anna', cursor: null }, { text: 'anna', cursor: 'c' }])
      expect(await read(body)).toEqual(body);
  });

  it.each([{}, { originals: true }, { originals: false, expires_at: '2027-01-31T12:00:00Z' }])(
    'shares one as %j',
    async (body) => {
      expect(await readerOf(ShareSessionDto).read(body)).toEqual(body);
    },
  );

  it.each([
    [{ originals: 'true' }, 'originals must be true or false'],
    [{ originals: 1 }, 'originals must be true or false'],
    [{ expires_at: 'tomorrow' }, 'expires_at must be a time like 2027-01-31T12:00:00Z'],
    [{ expires_at: '2027-W04' }, 'expires_at must be a time like 2027-01-31T12:00:00Z'],
    [{ expires_at: 1_801_396_800_000 }, 'expires_at must be a time like 2027-01-31T12:00:00Z'],
  ])('shares none as %j', async (body, message) => {
    expect(await readerOf(ShareSessionDto).refusal(body)).toBe(message);
  });
});

describe('the answer about a shared chat', () => {
  const AT = new Date('2026-11-21T09:10:00Z');
  const SHARE: OwnShare = {
    id: 's',
    originals: false,
    turns: 2,
    partlyHidden: 1,
    createdAt: AT,
    expiresAt: AT,
  };

  it('tells its owner what readers see', () => {
    expect(toShareDto(SHARE)).toEqual({
      share_id: 's',
      originals: false,
      turns: 2,
      partly_hidden: 1,
      created_at: '2026-11-21T09:10:00.000Z',
      expires_at: '2026-11-21T09:10:00.000Z',
    });
  });

  const TURN = {
    id: 't1',
    responseType: 'text',
    model: 'm',
    createdAt: AT,
    prompt: 'Write to [NAME_1]',
    answer: 'Dear [NAME_1]',
    replacements: [{ start: 9, end: 17, kind: 'Names' }],
  } as SharedChat['turns'][number];
  const CHAT: SharedChat = {
    name: 'Letter',
    ownerId: 'secret-owner',
    originals: false,
    sharedAt: AT,
    expiresAt: AT,
    turns: [TURN, { ...TURN, id: 't2', responseType: 'image', answer: 'stored-path', replacements: [] }],
    nextCursor: null,
  };

  it('shows its turns in order, and images by new links', () => {
    const shown = toSharedChat(CHAT, 'anna@company.example', (id) => `https://x/${id}`);
    expect(shown).toEqual({
      chat: {
        name: 'Letter',
        shared_by: 'anna@company.example',
        originals: false,
        created_at: '2026-11-21T09:10:00.000Z',
        expires_at: '2026-11-21T09:10:00.000Z',
      },
      data: [
        {
          response_type: 'text',
          model: 'm',
          created_at: '2026-11-21T09:10:00.000Z',
          prompt: 'Write to [NAME_1]',
          response: 'Dear [NAME_1]',
          replacements: [{ start: 9, end: 17, kind: 'Names' }],
        },
        expect.objectContaining({ response_type: 'image', response: 'https://x/t2', replacements: [] }),
      ],
      next_cursor: null,
    });
  });

  it('has neither the id of the owner nor those of turns', () => {
    const shown = JSON.stringify(toSharedChat({ ...CHAT, turns: [TURN] }, 'anna@company.example', () => ''));
    expect(shown).not.toMatch(/secret-owner|"t1"/);
  });

  it('is empty without turns, and has the cursor of the next page', () => {
    expect(toSharedChat({ ...CHAT, turns: [], nextCursor: 'c' }, 'a', () => '')).toMatchObject({
      data: [],
      next_cursor: 'c',
    });
  });
});
