import { Fragment } from 'react';
import { Link } from 'wouter';
import { familyOf } from '../../privacy/kinds';
import { partsOf } from '../../privacy/parts';
import { useFormats, useTexts } from '../../texts';
import { Loading } from '../../ui/loading';
import { FailureNotice, Notice } from '../../ui/notice';
import { Page } from '../../ui/page';
import { Paged } from '../../ui/paged';
import { Answer } from '../thread/answer';
import { useSharedChat, type SharedChatPage } from './use-share';

type SharedTurn = SharedChatPage['data'][number];

/** A conversation that a colleague shared, for reading. */
export function SharedChatScreen({ id }: { id: string }) {
  const t = useTexts();
  const formats = useFormats();
  const { query, chat } = useSharedChat(id);
  if (!chat)
    return (
      <Page title={t.sharing.sharedTitle}>
        {query.error ? (
          <FailureNotice error={query.error} onRetry={() => void query.refetch()}>
            <Link className="button small" href="/chat">
              {t.nav.chat}
            </Link>
          </FailureNotice>
        ) : (
          <Loading />
        )}
      </Page>
    );
  return (
    <Page
      title={chat.name}
      intro={t.sharing.sharedBy(
        chat.shared_by,
        formats.dateTime(chat.created_at),
        formats.dateTime(chat.expires_at),
      )}
    >
      <div className="stack">
        <Notice>{chat.originals ? t.sharing.readsOriginals : t.sharing.readsReplacements}</Notice>
        <Paged query={query}>
          {(turns) => (
            <div
              className="shared-turns stack"
              role="region"
              aria-label={t.chat.conversation}
              // Keyboards scroll it: it may have nothing else to focus.
              tabIndex={0}
            >
              {turns.map((turn, index) => (
                <Shown key={index} turn={turn} />
              ))}
            </div>
          )}
        </Paged>
      </div>
    </Page>
  );
}

function Shown({ turn }: { turn: SharedTurn }) {
  const t = useTexts();
  const { prompt, replacements, response, response_type: type, model } = turn;
  return (
    <article className="turn">
      <div className="said">
        <div className="prompt">
          <span className="visually-hidden">{t.sharing.asked}</span>
          <p className="pre">
            {partsOf(prompt, replacements).map(({ text, span }, index) =>
              span ? (
                <mark key={index} className={`mark ${familyOf(span.kind)}`} title={t.kinds[span.kind]}>
                  {text}
                </mark>
              ) : (
                <Fragment key={index}>{text}</Fragment>
              ),
            )}
          </p>
        </div>
        {type === 'image' ? (
          <img className="generated" src={response} alt={t.chat.imageOf(prompt)} loading="lazy" />
        ) : (
          <Answer text={response} />
        )}
        <p className="muted small">{model}</p>
      </div>
    </article>
  );
}
