import { Link } from 'wouter';
import { KINDS, type Kind } from '../privacy/kinds';
import { useSession } from '../session/session';
import { isOpenTo } from '../shell/screens';
import { useTexts } from '../texts';
import type { Texts } from '../texts/en';
import type { Names } from '../usage/use-names';
import { shownOutcomeOf } from './outcome';
import type { Entry, Filter } from './use-audit';
import type { wordsOf } from './words';

export interface CellProps {
  entry: Entry;
  words: ReturnType<typeof wordsOf>;
  /** The names of people, groups and keys by id, as far as the reader may see them. */
  names: Names;
  /** Shows only entries of a person or an object. */
  onFilter: (part: Partial<Filter>) => void;
}

const END = 8;

/** Who acted. A person is a button that shows only their entries. */
export function Actor({ entry: { actor }, names, onFilter }: CellProps) {
  const t = useTexts();
  const { kind, user_id: id } = actor;
  if (id === null) return t.audit.actors[kind];
  const name = names.get(id) ?? `${t.audit.actors[kind]} ${id.slice(-END)}`;
  return (
    <button
      type="button"
      className="linked"
      title={t.audit.onlyOf(name)}
      onClick={() => onFilter({ actor: id })}
    >
      {name}
    </button>
  );
}

export function Outcome({ entry: { outcome, reason }, words }: CellProps) {
  const t = useTexts();
  const shown = shownOutcomeOf({ outcome, reason });
  return (
    <span className={`badge ${LOOKS[shown]}`}>
      {[t.audit.outcomes[shown], reason && words.reason(reason)].filter(Boolean).join(' · ')}
    </span>
  );
}

const LOOKS = { done: 'good', refused: 'bad', failed: 'bad', stopped: '' } as const;

/** Shows the object of an action and its counts. For a call without protection, this is stated first. */
export function About(props: CellProps) {
  const t = useTexts();
  const { subject, model, counts } = props.entry;
  const { unprotected = 0, left_in_clear: clear = 0, left_out_kinds: leftOut = 0, ...rest } = counts ?? {};
  const counted = Object.entries(rest)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => countWords(name, count, props.words, t));
  const facts = [model, ...counted].filter(Boolean);
  const isEmpty = !subject && facts.length === 0 && unprotected + clear + leftOut === 0;
  return (
    <span className="row">
      {unprotected > 0 && <span className="badge bad">{t.audit.unprotected}</span>}
      {clear > 0 && <span className="badge waiting">{t.audit.inClear(clear)}</span>}
      {leftOut > 0 && unprotected === 0 && <span className="badge waiting">{t.audit.leftOut(leftOut)}</span>}
      {subject && <Subject {...props} subject={subject} />}
      {facts.join(' · ')}
      {isEmpty && '–'}
    </span>
  );
}

/** Returns a count in words: of a kind, or of what an action affected. A mode of a kind is a count of one. */
function countWords(name: string, count: number, words: CellProps['words'], t: Texts): string {
  if (KINDS.includes(name as Kind)) return `${t.kinds[name as Kind]} ${count}`;
  const [, kind, internal, mode = ''] = /^(\w+?)(\.internal)?\.(\w+)$/.exec(name) ?? [];
  if (KINDS.includes(kind as Kind) && mode in t.modes)
    return `${t.kinds[kind as Kind]}${internal ? `, ${t.policy.internal}` : ''}: ${t.modes[mode as keyof Texts['modes']]}`;
  return words.count(name, count);
}

/** The object of an action: a link to its screen, or a button that shows only its entries. */
function Subject({
  entry: { action },
  words,
  names,
  onFilter,
  subject: { type, id },
}: CellProps & { subject: NonNullable<Entry['subject']> }) {
  const t = useTexts();
  const { role } = useSession();
  const kind = words.subject(type);
  const name = `${kind} ${names.get(id) ?? id.slice(-END)}`;
  const address = addressOf(action, type, id);
  if (address && isOpenTo(role, address.split('?')[0]!))
    return <Link href={address}>{action === 'policy.set' ? t.nav.privacy : name}</Link>;
  return (
    <button
      type="button"
      className="linked"
      title={t.audit.onlyOf(name)}
      onClick={() => onFilter({ subject: id })}
    >
      {name}
    </button>
  );
}

/** Returns the screen that shows an object; undefined if none does. */
function addressOf(action: string, type: string, id: string): string | undefined {
  if (action === 'policy.set') return '/privacy';
  if (type === 'user') return `/people?person=${id}`;
  if (type === 'job') return `/jobs?job=${id}`;
  if (type === 'group') return '/groups';
  if (type === 'api_key') return '/keys';
  return type === 'budget' ? '/usage' : undefined;
}
