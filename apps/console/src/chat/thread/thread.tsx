import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useTexts } from '../../texts';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { FailureNotice } from '../../ui/notice';
import { Loading } from '../../ui/loading';
import { useModels } from '../composer/options';
import { useShowSent } from '../use-show-sent';
import type { LiveTurn } from '../work/work';
import { FailedTurn } from './failed-turn';
import { inOrder } from './in-order';
import { LiveView } from './live-view';
import { TurnView, type TurnChanges } from './turn-view';
import type { Turn, useTurns } from './use-turns';

interface Props extends TurnChanges {
  chatId: string | undefined;
  query: ReturnType<typeof useTurns>;
  /** Sent prompts that are not stored. */
  live: readonly LiveTurn[];
  /** The time of a turn that a search found, which is shown first; undefined: the end is. */
  target: string | undefined;
  /** Whether an answer is running, so that no other prompt can be sent. */
  isRunning: boolean;
  onRetry: (turn: LiveTurn) => void;
  onEdit: (turn: LiveTurn) => void;
  /** Continues with the prompt in a new conversation. */
  onRestart: (turn: LiveTurn) => void;
  /** Removes a failed version of a turn. */
  onDiscard: (turn: LiveTurn) => void;
  onContinue: (turn: Turn) => void;
  onChangeModel: (turn: LiveTurn) => void;
}

const NEAR_END_PX = 160;

/** Selects the stored turns. */
const STORED = 'article[data-stored]';

/**
 * The conversation. Scrolls to the end for each prompt of the user, and stays there while the end is visible. Loads earlier
 * turns when the user scrolls up.
 */
export function Thread({
  chatId,
  query,
  live,
  target,
  isRunning,
  onContinue,
  onRegenerate,
  onEditStored,
  ...actions
}: Props) {
  const t = useTexts();
  const showSent = useShowSent();
  const hasOtherModels = (useModels().data?.length ?? 0) > 1;
  const frame = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const turns = useTurnsBefore(query.turns, live);
  const shown = useMemo(() => inOrder(turns, live, hasNextPage), [turns, live, hasNextPage]);
  const changes = useStable({ onRegenerate, onEditStored });
  const content = `${turns.length} ${live.map(({ answer }) => answer.length).join(' ')}`;
  /** The content when the user scrolled away from the end; undefined if the end is visible. */
  const [left, setLeft] = useState<string>();
  const seen = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const sent = new Set(live.filter(({ state }) => state === 'running').map(({ id }) => id));
    if ([...sent].some((id) => !seen.current.has(id))) follows.current = true;
    seen.current = sent;
    if (follows.current) frame.current?.scrollTo({ top: frame.current.scrollHeight });
  }, [turns.length, live]);
  useTarget(target, frame, query, () => {
    follows.current = false;
    setLeft(content);
  });
  const first = useRef<string>(undefined);
  useLayoutEffect(() => {
    const { current } = frame;
    const came = turns.findIndex(({ createdAt }) => createdAt === first.current);
    first.current = turns[0]?.createdAt;
    // At the very top, browsers do not anchor the scroll position, so earlier turns would push the visible ones down.
    const before = came > 0 && current?.scrollTop === 0 && current.querySelectorAll(STORED)[came];
    if (current && before)
      current.scrollTop = before.getBoundingClientRect().top - current.getBoundingClientRect().top;
  }, [turns]);
  const onScroll = () => {
    const { scrollHeight, scrollTop, clientHeight } = frame.current!;
    follows.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
    setLeft(follows.current ? undefined : (left ?? content));
    if (scrollTop < clientHeight && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  };
  const jump = () => {
    follows.current = true;
    setLeft(undefined);
    frame.current?.scrollTo({ top: frame.current.scrollHeight });
    // The button leaves the page.
    frame.current?.focus();
  };
  const liveView = (turn: LiveTurn) => (
    <LiveView
      key={turn.id}
      turn={turn}
      isRunning={isRunning}
      showSent={showSent}
      hasOtherModels={hasOtherModels}
      {...actions}
    />
  );
  return (
    <>
      <div
        className="thread"
        ref={frame}
        onScroll={onScroll}
        tabIndex={0}
        role="log"
        aria-label={t.chat.conversation}
      >
        <div className="thread-inner">
          {hasNextPage && (
            <div className="row">
              <Button
                size="small"
                busy={isFetchingNextPage}
                onClick={() => {
                  // The button leaves the page with the last earlier turns.
                  frame.current?.focus();
                  void fetchNextPage();
                }}
              >
                {t.chat.earlier}
              </Button>
            </div>
          )}
          {query.isLoading && <Loading />}
          <FailureNotice error={query.error} />
          {shown.map((turn, place) =>
            'stored' in turn ? (
              <TurnView
                // All versions of a turn have one key, so that the focus stays in it.
                key={turn.stored.versions?.[0] ?? turn.stored.createdAt ?? turn.index}
                chatId={chatId}
                turn={turn.stored}
                isFound={target !== undefined && turn.stored.createdAt === target}
                showSent={showSent}
                continuedAt={turns[turn.index + 1]?.continuesAt}
                changes={isRunning ? undefined : changes}
                onContinue={place === shown.length - 1 ? onContinue : undefined}
              />
            ) : turn.live.state === 'failed' && place < shown.length - 1 ? (
              <FailedTurn key={turn.live.id} turn={turn.live} showSent={showSent}>
                {liveView(turn.live)}
              </FailedTurn>
            ) : (
              liveView(turn.live)
            ),
          )}
        </div>
      </div>
      {left !== undefined && (
        <div className="to-end">
          <button type="button" className="button" onClick={jump}>
            <Icon name="down" /> {left === content ? t.chat.toEnd : t.chat.newBelow}
          </button>
        </div>
      )}
    </>
  );
}

/** Loads earlier turns until the target is among them, and then scrolls to it, once. */
function useTarget(
  target: string | undefined,
  frame: RefObject<HTMLDivElement | null>,
  { turns, hasNextPage, isFetching, fetchNextPage }: Props['query'],
  onShown: () => void,
): void {
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (target === undefined || shown.current === target) return;
    const index = turns.findIndex(({ createdAt }) => createdAt === target);
    if (index < 0) {
      if (hasNextPage && !isFetching) void fetchNextPage();
      return;
    }
    shown.current = target;
    onShown();
    frame.current?.querySelectorAll(STORED)[index]?.scrollIntoView({ block: 'start' });
  });
}

/** Returns the turns before the one that is being replaced. */
function useTurnsBefore(turns: readonly Turn[], live: readonly LiveTurn[]): readonly Turn[] {
  const replaced = live.find(({ state, outgoing }) => state !== 'failed' && outgoing.replaces)?.outgoing
    .replaces?.turnId;
  return useMemo(() => {
    const index = replaced === undefined ? -1 : turns.findIndex(({ turnId }) => turnId === replaced);
    return index < 0 ? turns : turns.slice(0, index);
  }, [turns, replaced]);
}

/** Returns functions that stay the same between renders, because turns are rendered again only if their properties change. */
function useStable({ onRegenerate, onEditStored }: TurnChanges): TurnChanges {
  const latest = useRef({ onRegenerate, onEditStored });
  useLayoutEffect(() => {
    latest.current = { onRegenerate, onEditStored };
  });
  const [stable] = useState<TurnChanges>(() => ({
    onRegenerate: (turn) => latest.current.onRegenerate(turn),
    onEditStored: (turn) => latest.current.onEditStored(turn),
  }));
  return stable;
}
