import { useMemo } from 'react';
import { MarkedText, type MarkedSpan } from '../../privacy/marked-text';
import { placesOf } from '../../privacy/parts';
import { useTexts } from '../../texts';
import { Icon } from '../../ui/icon';
import type { Turn } from './use-turns';

/** A turn as the provider saw it: what was sent and what came back, with what each replacement stands for. */
export function SentView({ turn }: { turn: Turn }) {
  const t = useTexts();
  const sent = useMemo(() => spansOfPrompt(turn), [turn]);
  const received = useMemo(() => spansOfAnswer(turn, sent), [turn, sent]);
  return (
    <section className="sent" aria-label={t.chat.sent}>
      <h3 className="row">
        <Icon name="eye" /> {t.chat.sent}
      </h3>
      <p className="pre">
        <MarkedText text={turn.anonymizedPrompt} spans={sent} relation={t.privacy.standsFor} />
      </p>
      <p className="small muted">
        {t.chat.replaced(sent.length)}
        {turn.doc && ` · ${t.chat.withPassages}`}
      </p>
      {turn.responseType === 'text' && (
        <details>
          <summary>{t.chat.received}</summary>
          <p className="pre">
            <MarkedText text={turn.response} spans={received} relation={t.privacy.standsFor} />
          </p>
        </details>
      )}
    </section>
  );
}

const spansOfPrompt = ({ replacements = [] }: Turn): MarkedSpan[] =>
  replacements.map(({ start, end, kind, original }) => ({ start, end, kind, other: original }));

/** Of an answer the service tells no places: the prompt's replacements are looked for in it. */
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
