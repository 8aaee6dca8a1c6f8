import { Fragment } from 'react';
import { Link } from 'wouter';
import { partsOf, placesOf } from '../../privacy/parts';
import { useFormats, useTexts } from '../../texts';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/notice';
import type { useTextSearch } from './use-text-search';

interface Props {
  search: ReturnType<typeof useTextSearch>;
  current: string | undefined;
  onOpen: (() => void) | undefined;
}

/** The conversations with the searched words in their messages, how far the search came, and a button that continues it. */
export function FoundTexts({ search, current, onOpen }: Props) {
  const t = useTexts();
  const formats = useFormats();
  const { words, found, searchedUntil, isSearching, error, hasNextPage, fetchNextPage, refetch } = search;
  return (
    <section className="found-texts" aria-label={t.chat.inMessages}>
      <h2>{t.chat.inMessages}</h2>
      <ul>
        {found.map(({ id, name, turn }) => (
          <li key={id}>
            <Link
              href={`/chat/${id}?${new URLSearchParams({ turn: turn.created_at })}`}
              aria-current={id === current ? 'page' : undefined}
              onClick={onOpen}
            >
              <span className="found-name">{name}</span>
              <span className="found-excerpt small">
                <Marked text={turn.excerpt} words={words} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="muted small" role="status">
        {isSearching
          ? t.chat.searching
          : hasNextPage && searchedUntil
            ? t.chat.searchedUntil(formats.day(searchedUntil))
            : t.chat.searchedAll}
      </p>
      <FailureNotice error={error} onRetry={() => void refetch()} />
      {hasNextPage && !error && (
        <Button size="small" busy={isSearching} onClick={() => void fetchNextPage()}>
          {t.chat.searchOlder}
        </Button>
      )}
    </section>
  );
}

/** A text with the searched words marked. */
function Marked({ text, words }: { text: string; words: readonly string[] }) {
  const folded = text.toLowerCase();
  // A text that gets longer in small letters has other offsets.
  if (folded.length !== text.length) return text;
  const places = placesOf(
    folded,
    words.map((word) => ({ text: word.toLowerCase() })),
  );
  return partsOf(text, places).map(({ text: part, span }, index) =>
    span ? <mark key={index}>{part}</mark> : <Fragment key={index}>{part}</Fragment>,
  );
}
