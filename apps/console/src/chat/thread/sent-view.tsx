import { Fragment, useMemo, useState } from 'react';
import { MarkedText, type MarkedSpan } from '../../privacy/marked-text';
import { placesOf } from '../../privacy/parts';
import { useTexts } from '../../texts';
import type { Texts } from '../../texts/en';
import { Icon } from '../../ui/icon';
import { Loading } from '../../ui/loading';
import { FailureNotice } from '../../ui/notice';
import { replacedIn, usePassages, type Turn } from './use-turns';

/** A turn as the provider saw it: the prompt and the answer, with the original of each replacement. */
export function SentView({
  chatId,
  turn,
  isDemo,
}: {
  chatId: string | undefined;
  turn: Turn;
  isDemo: boolean;
}) {
  const t = useTexts();
  const title = isDemo ? t.demo.saw : t.chat.sent;
  const sent = useMemo(() => spansOfPrompt(turn), [turn]);
  const beside = besideOf(turn, t);
  return (
    <div className="sent" role="group" aria-label={title}>
      <h2 className="row">
        <Icon name="eye" /> {title}
      </h2>
      <p className="pre">
        <MarkedText text={turn.anonymizedPrompt} spans={sent} relation={t.privacy.standsFor} />
      </p>
      <p className="small muted">
        {t.chat.replaced(replacedIn(turn))}
        {beside.length > 0 && ` · ${t.chat.alsoSent(beside.join(', '))}`}
      </p>
      {turn.sentBeside && (turn.sentBeside.passages > 0 || turn.sentBeside.instruction) && (
        <SentPassages chatId={chatId} turn={turn} />
      )}
      {turn.responseType === 'text' && !isDemo && <Received turn={turn} sent={sent} />}
    </div>
  );
}

/** Describes what else was sent in the same call. Returns an empty list if there was nothing else. */
function besideOf({ sentBeside: beside }: Turn, t: Texts): string[] {
  if (!beside) return [];
  return [
    beside.turns > 0 && t.chat.withTurns(beside.turns),
    beside.passages > 0 && t.chat.withPassages(beside.passages),
    beside.images !== undefined && t.chat.withImages(beside.images),
    beside.systemPrompt && t.chat.withSystemPrompt,
    beside.instruction === true && t.assistants.withInstruction,
  ].filter((words) => words !== false);
}

/** The passages of documents and the instruction of the assistant as they were sent, shown on request. */
function SentPassages({ chatId, turn }: { chatId: string | undefined; turn: Turn }) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = usePassages(chatId, turn, open);
  const documents = [...new Set(data?.passages.map(({ doc }) => doc))];
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{turn.sentBeside?.instruction ? t.assistants.sentBeside : t.chat.sentPassages}</summary>
      {open && !data && !error && <Loading />}
      {open && <FailureNotice error={error} onRetry={() => void refetch()} />}
      {open && data?.instruction && (
        <>
          <h3 className="small">{t.assistants.instruction}</h3>
          <p className="pre">
            <MarkedText
              text={data.instruction.text}
              spans={data.instruction.replacements.map(({ original, ...span }) => ({
                ...span,
                other: original,
              }))}
              relation={t.privacy.standsFor}
            />
          </p>
        </>
      )}
      {open &&
        data?.passages.map(({ doc, text, replacements }, index) => (
          <Fragment key={index}>
            <h3 className="small">{t.chat.documentNumber(documents.indexOf(doc) + 1)}</h3>
            {text === null ? (
              <p className="muted small">{t.chat.documentDeleted}</p>
            ) : (
              <p className="pre">
                <MarkedText
                  text={text}
                  spans={replacements.map(({ original, ...span }) => ({ ...span, other: original }))}
                  relation={t.privacy.standsFor}
                />
              </p>
            )}
          </Fragment>
        ))}
    </details>
  );
}

/** The provider's answer, shown on request. */
function Received({ turn, sent }: { turn: Turn; sent: readonly MarkedSpan[] }) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t.chat.received}</summary>
      {open && (
        <p className="pre">
          <MarkedText text={turn.response} spans={spansOfAnswer(turn, sent)} relation={t.privacy.standsFor} />
        </p>
      )}
    </details>
  );
}

const spansOfPrompt = ({ replacements = [] }: Turn): MarkedSpan[] =>
  replacements.map(({ start, end, kind, original }) => ({ start, end, kind, other: original }));

/** Returns the positions of the prompt's replacements in the answer, because the service does not report them. */
function spansOfAnswer({ anonymizedPrompt, response }: Turn, sent: readonly MarkedSpan[]): MarkedSpan[] {
  const values = new Map(sent.map((span) => [anonymizedPrompt.slice(span.start, span.end), span]));
  const places = placesOf(
    response,
    [...values].map(([text, span]) => ({ text, span })),
  );
  return places.map(({ start, end, value: { span } }) => ({
    start,
    end,
    kind: span.kind,
    other: span.other,
  }));
}
