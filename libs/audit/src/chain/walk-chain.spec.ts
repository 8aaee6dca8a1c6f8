import { array, assert, constantFrom, integer, nat, property, record } from 'fast-check';
import { newId } from '@app/common';
import { hashActor } from '../calls/model-calls.store';
import { BEGINNING, type ChainEntry } from './chain-entry';
import { canonicalForm, sealHash } from './seal-hash';
import { ChainWalk, type LinkRow } from './walk-chain';

const ORGANIZATION = newId();
const USER = newId();
const SALT = Buffer.alloc(16, 7);

const entry = (n: number): ChainEntry => ({
  id: newId(),
  at: `2026-01-01T00:00:00.${String(n).padStart(6, '0')}Z`,
  actor: 'user',
  actor_id: null,
  actor_hash: hashActor(SALT, USER).toString('hex'),
  account: null,
  action: 'model.call',
  outcome: 'done',
  reason: null,
  organization_id: ORGANIZATION,
  subject_type: null,
  subject_id: null,
  counts: { Names: n },
  address_hash: null,
  model: 'm',
});

/** Returns a chain as it is stored in the database. */
function chainOf(length: number): LinkRow[] {
  let head = BEGINNING;
  return Array.from({ length }, (_, i) => {
    const sealed = entry(i);
    const place = { chain: 'calls' as const, seq: head.seq + 1, sealed_at: sealed.at, prev: head.hash };
    head = { seq: place.seq, hash: sealHash(sealed, place) };
    const caller = { user_id: USER, user_organization_id: ORGANIZATION, salt: SALT };
    return { ...sealed, ...place, seq: String(place.seq), hash: head.hash, entry_id: sealed.id, ...caller };
  });
}

function walk(links: readonly LinkRow[], isTold = false): ChainWalk {
  const walked = new ChainWalk('calls', () => isTold);
  links.every((link) => walked.step(link));
  return walked;
}

/** Returns the seal that stays after its entry was pruned. */
const bare = (link: LinkRow): LinkRow => ({ ...link, id: null, action: null, user_id: null, salt: null });

describe('the canonical form', () => {
  it('is JSON by RFC 8785: sorted keys without white space, whatever the order of the counts', () => {
    const one = {
      ...entry(1),
      id: 'i',
      actor_hash: 'h',
      organization_id: 'o',
      counts: { Phone: 1, Emails: 2 },
    };
    expect(canonicalForm(one, { chain: 'calls', seq: 1, sealed_at: 's', prev: 'p' })).toBe(
      '{"account":null,"action":"model.call","actor":"user","actor_hash":"h","actor_id":null,"address_hash":null,' +
        '"at":"2026-01-01T00:00:00.000001Z","chain":"calls","counts":{"Emails":2,"Phone":1},"id":"i","model":"m",' +
        '"organization_id":"o","outcome":"done","prev":"p","reason":null,"sealed_at":"s","seq":1,' +
        '"subject_id":null,"subject_type":null}',
    );
  });
});

describe('a chain', () => {
  it('is valid from its first entry to its last', () => {
    const links = chainOf(5);
    expect(walk(links)).toMatchObject({
      entries: 5,
      last: { seq: 5, hash: links[4]!.hash },
      broken: undefined,
      pruned: undefined,
    });
  });

  it('is valid if users were forgotten', () => {
    const links = chainOf(3).map((link) => ({
      ...link,
      user_id: null,
      user_organization_id: null,
      salt: null,
    }));
    expect(walk(links)).toMatchObject({ entries: 3, broken: undefined });
  });

  it('is valid from the pruned part on if an entry reports the pruning, and otherwise broken there', () => {
    const [, , third, ...rest] = chainOf(6);
    expect(walk([bare(third!), ...rest], true)).toMatchObject({
      entries: 3,
      pruned: { seq: 3, hash: third!.hash },
      broken: undefined,
    });
    expect(walk([bare(third!), ...rest])).toMatchObject({ broken: { seq: 3, reason: 'beginning' } });
    expect(walk(rest, true)).toMatchObject({ broken: { seq: 4, reason: 'beginning' } });
  });

  it.each([
    ['a gap', 'gap', (links: LinkRow[]) => links.toSpliced(2, 1)],
    ['an entry that is gone', 'missing', (links: LinkRow[]) => links.with(2, bare(links[2]!))],
    ['another person', 'actor', (links: LinkRow[]) => links.with(2, { ...links[2]!, user_id: newId() })],
    [
      'a hash that is not the one before',
      'link',
      (links: LinkRow[]) => links.with(2, { ...links[2]!, prev: 'f' }),
    ],
  ])('reports %s at its first position', (_, reason, change) => {
    expect(walk(change(chainOf(5))).broken).toMatchObject({ reason });
  });

  it('is broken exactly at the entry that was changed', () => {
    const fields = Object.keys(chainOf(1)[0]!) as (keyof LinkRow)[];
    const change = record({ at: nat(9), field: constantFrom(...fields), by: integer({ min: 1, max: 9 }) });
    assert(
      property(array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const links = chainOf(10);
        for (const { at, field, by } of changes)
          if (field !== 'chain' && field !== 'entry_id')
            links[at] = { ...links[at]!, [field]: field === 'salt' ? Buffer.alloc(16, by + 10) : `x${by}` };
        const changed = changes.filter(({ field }) => field !== 'chain' && field !== 'entry_id');
        const first = Math.min(...changed.map(({ at }) => at));
        const { broken, entries } = walk(links);
        if (changed.length === 0) expect(broken).toBeUndefined();
        else expect(entries).toBe(first);
      }),
    );
  });
});
