import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { Link } from 'wouter';
import { useFormats, useTexts } from '../../texts';
import { FailureNotice } from '../../ui/notice';
import { Icon } from '../../ui/icon';
import { Loading } from '../../ui/loading';
import { useHasDraft } from '../work/work';
import { ConversationMenu } from './conversation-menu';
import { periodOf } from './days';
import { FoundTexts } from './found-texts';
import { useConversations, usePin } from './use-conversations';
import { useTextSearch } from './use-text-search';

const ROW_PX = 38;
const NEAR_END = 20;

interface Props {
  current: string | undefined;
  /** The input of the search. */
  search: RefObject<HTMLInputElement | null>;
  /** Called when a conversation is opened. */
  onOpen?: () => void;
  /** Called when a new conversation is opened. */
  onNew: () => void;
}

/** The user's conversations, and those with the searched words in their messages. Only visible rows are rendered. */
export function ConversationList({ current, search: field, onOpen, onNew }: Props) {
  const t = useTexts();
  const [search, setSearch] = useState('');
  const query = useConversations(search);
  const texts = useTextSearch(search);
  const { conversations, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const pin = usePin();
  const { mutate: onPin } = pin;
  const frame = useRef<HTMLDivElement>(null);
  const entries = useEntries(conversations, query.dataUpdatedAt);
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: 10,
    // Rows are rendered between two frames instead of within the scroll event.
    useFlushSync: false,
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last > entries.length - NEAR_END && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [last, entries.length, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const count = useRef(0);
  useEffect(() => {
    // The row of a deleted conversation had the focus.
    if (conversations.length < count.current && document.activeElement === document.body)
      field.current?.focus();
    count.current = conversations.length;
  }, [conversations.length, field]);
  return (
    <nav className="conversations" aria-label={t.chat.conversations}>
      <div className="stack-small">
        <Link className="button" href="/chat" onClick={() => (onOpen ?? onNew)()}>
          <Icon name="plus" /> {t.chat.new}
        </Link>
        <label className="search">
          <Icon name="search" />
          <span className="visually-hidden">{t.chat.search}</span>
          <input
            ref={field}
            className="input"
            type="search"
            placeholder={t.chat.searchHint}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        </label>
      </div>
      <FailureNotice error={query.error} />
      {query.isLoading && <Loading />}
      {query.isSuccess && conversations.length === 0 && (search === '' || texts.isEmpty) && (
        <p className="muted small" role="status">
          {search ? t.chat.nothingFound : t.chat.noConversations}
        </p>
      )}
      <FailureNotice error={pin.error} />
      <div className="conversation-frame" ref={frame}>
        <ul style={{ height: rows.getTotalSize() }}>
          {shown.map(({ index, start }) => {
            const entry = entries[index]!;
            if (typeof entry === 'string') return <Heading key={entry} text={entry} start={start} />;
            const { id, name, pinned } = entry;
            return (
              <Row
                key={id}
                id={id}
                name={name}
                isPinned={pinned}
                start={start}
                isCurrent={id === current}
                onOpen={onOpen}
                onPin={onPin}
              />
            );
          })}
        </ul>
        {texts.isOn && <FoundTexts search={texts} current={current} onOpen={onOpen} />}
      </div>
    </nav>
  );
}

type Conversation = ReturnType<typeof useConversations>['conversations'][number];

/**
 * Returns the conversations with a heading before the first one of each period.
 *
 * @param loadedAt milliseconds since 1970
 */
function useEntries(conversations: readonly Conversation[], loadedAt: number): (Conversation | string)[] {
  const t = useTexts();
  const { month } = useFormats();
  return useMemo(() => {
    const now = new Date(loadedAt);
    const headings = conversations.map(({ last_used_at, pinned }) => {
      if (pinned) return t.chat.pinned;
      const period = periodOf(last_used_at, now);
      return typeof period === 'string' ? t.chat.periods[period] : month(period.monthOf);
    });
    return conversations.flatMap((conversation, i) =>
      headings[i] === headings[i - 1] ? [conversation] : [headings[i]!, conversation],
    );
  }, [conversations, loadedAt, t, month]);
}

const Heading = ({ text, start }: { text: string; start: number }) => (
  <li className="period" style={{ transform: `translateY(${start}px)` }}>
    <h2>{text}</h2>
  </li>
);

interface RowProps {
  id: string;
  name: string;
  /** Pixels from the top of the list. */
  start: number;
  isCurrent: boolean;
  isPinned: boolean;
  onOpen: (() => void) | undefined;
  onPin: (change: { id: string; pinned: boolean }) => void;
}

const Row = memo(({ id, name, start, isCurrent, isPinned, onOpen, onPin }: RowProps) => {
  const t = useTexts();
  const hasDraft = useHasDraft(id);
  return (
    <li style={{ transform: `translateY(${start}px)` }}>
      <Link href={`/chat/${id}`} aria-current={isCurrent ? 'page' : undefined} title={name} onClick={onOpen}>
        {name}
      </Link>
      {hasDraft && !isCurrent && <span className="badge">{t.chat.draft}</span>}
      <ConversationMenu
        id={id}
        name={name}
        isCurrent={isCurrent}
        isPinned={isPinned}
        onPin={() => onPin({ id, pinned: !isPinned })}
      />
    </li>
  );
});
Row.displayName = 'Row';
