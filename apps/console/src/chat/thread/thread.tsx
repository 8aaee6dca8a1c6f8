import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTexts } from '../../texts';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/notice';
import { Loading } from '../../ui/loading';
import { useShowSent } from '../use-show-sent';
import type { LiveTurn } from '../work/work';
import { LiveView } from './live-view';
import { TurnView } from './turn-view';
import type { Turn, useTurns } from './use-turns';

interface Props {
  chatId: string | undefined;
  query: ReturnType<typeof useTurns>;
  /** Sent prompts that are not stored yet. */
  live: readonly LiveTurn[];
  /** Whether an answer is running, so that no other prompt can be sent. */
  isRunning: boolean;
  onRetry: (turn: LiveTurn) => void;
  onEdit: (turn: LiveTurn) => void;
  /** Continues with the prompt in a new conversation. */
  onRestart: (turn: LiveTurn) => void;
  onContinue: (turn: Turn) => void;
}

const NEAR_END_PX = 160;

/**
 * The conversation. Stays scrolled to the end while the end is visible. Loads earlier turns when the user scrolls up.
 */
export function Thread({ chatId, query, live, isRunning, onRetry, onEdit, onRestart, onContinue }: Props) {
  const t = useTexts();
  const showSent = useShowSent();
  const frame = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const { turns, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  useEffect(() => {
    if (follows.current) frame.current?.scrollTo({ top: frame.current.scrollHeight });
  }, [turns.length, live]);
  const first = useRef<string>(undefined);
  useLayoutEffect(() => {
    const { current } = frame;
    const came = turns.findIndex(({ createdAt }) => createdAt === first.current);
    first.current = turns[0]?.createdAt;
    // At the very top, browsers do not anchor the scroll position, so earlier turns would push the visible ones down.
    const shown = came > 0 && current?.scrollTop === 0 && current.querySelectorAll('article')[came];
    if (current && shown)
      current.scrollTop = shown.getBoundingClientRect().top - current.getBoundingClientRect().top;
  }, [turns]);
  const onScroll = () => {
    const { scrollHeight, scrollTop, clientHeight } = frame.current!;
    follows.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
    if (scrollTop < clientHeight && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  };
  return (
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
            <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t.chat.earlier}
            </Button>
          </div>
        )}
        {query.isLoading && <Loading />}
        <FailureNotice error={query.error} />
        {turns.map((turn, index) => (
          <TurnView
            key={turn.createdAt ?? index}
            chatId={chatId}
            turn={turn}
            showSent={showSent}
            continuedAt={turns[index + 1]?.continuesAt}
            onContinue={index === turns.length - 1 && live.length === 0 ? onContinue : undefined}
          />
        ))}
        {live.map((turn) => (
          <LiveView
            key={turn.id}
            turn={turn}
            isRunning={isRunning}
            onRetry={onRetry}
            onEdit={onEdit}
            onRestart={onRestart}
          />
        ))}
      </div>
    </div>
  );
}
