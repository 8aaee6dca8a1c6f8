import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { KINDS, familyOf, type Kind } from '../privacy/kinds';
import { useTexts } from '../texts';
import { Button, IconButton } from '../ui/button';
import { Confirm } from '../ui/confirm';
import { LeaveGuard } from '../ui/leaving';
import { LoadedPage } from '../ui/loaded-page';
import { FailureNotice } from '../ui/notice';
import { Page } from '../ui/page';
import { MarkableText } from './markable-text';
import { withMark, type Range } from './marks';
import { useEvaluationChanges, useEvaluationText, type EvaluationText, type Mark } from './use-evaluations';

interface Props {
  id: string;
  textId: string;
}

/** One text of an evaluation, in which the admin confirms, adds and removes values. */
export function MarkingPage({ id, textId }: Props) {
  const t = useTexts();
  const query = useEvaluationText(id, textId);
  return (
    <LoadedPage query={query} title={t.evaluations.text} back={[`/evaluations/${id}`, t.evaluations.back]}>
      {(text) => <Marking key={text.version} id={id} of={text} onReload={() => void query.refetch()} />}
    </LoadedPage>
  );
}

function Marking({ id, of: one, onReload }: { id: string; of: EvaluationText; onReload: () => void }) {
  const t = useTexts();
  const [, navigate] = useLocation();
  const { saveText, removeText } = useEvaluationChanges();
  const [marks, setMarks] = useState<readonly Mark[]>(one.spans);
  const [selected, setSelected] = useState<Range>();
  const [kind, setKind] = useState<Kind>('Names');
  const [asks, setAsks] = useState(false);
  const saved = saveText.isPending || saveText.isSuccess;
  const save = () =>
    saveText.mutate(
      { id, of: one, marks },
      { onSuccess: (next) => navigate(`/evaluations/${id}${next ? `/${next.text_id}` : ''}`) },
    );
  return (
    <Page
      title={t.evaluations.text}
      intro={t.evaluations.markIntro}
      actions={
        <>
          <Link className="button" href={`/evaluations/${id}`}>
            {t.evaluations.back}
          </Link>
          <Button icon="trash" onClick={() => setAsks(true)}>
            {t.evaluations.removeText}
          </Button>
          <Button look="primary" icon="check" busy={saveText.isPending} onClick={save}>
            {t.evaluations.save}
          </Button>
        </>
      }
    >
      {marks !== one.spans && !saved && <LeaveGuard />}
      <div className="stack">
        <FailureNotice error={saveText.error}>
          <Button size="small" onClick={onReload}>
            {t.evaluations.reload}
          </Button>
        </FailureNotice>
        <MarkableText label={t.evaluations.text} text={one.text} marks={marks} onSelect={setSelected} />
        <div className="row">
          <KindSelect label={t.evaluations.kind} value={kind} onChange={setKind} />
          <Button
            icon="plus"
            disabled={selected === undefined}
            // The text keeps its selection.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => selected && setMarks(withMark(marks, { ...selected, kind }))}
          >
            {t.evaluations.mark}
          </Button>
        </div>
        <Marks of={one} marks={marks} onChange={setMarks} />
      </div>
      {asks && (
        <Confirm
          title={t.evaluations.removeTitle}
          text={t.evaluations.removeWarning}
          action={t.evaluations.removeText}
          onConfirm={async () => {
            await removeText(id, one.text_id);
            navigate(`/evaluations/${id}`);
          }}
          onClose={() => setAsks(false)}
        />
      )}
    </Page>
  );
}

interface KindSelectProps {
  label: string;
  value: Kind;
  onChange: (kind: Kind) => void;
}

function KindSelect({ label, value, onChange }: KindSelectProps) {
  const t = useTexts();
  return (
    <select
      className="input narrow"
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value as Kind)}
    >
      {KINDS.map((kind) => (
        <option key={kind} value={kind}>
          {t.kinds[kind]}
        </option>
      ))}
    </select>
  );
}

interface MarksProps {
  of: EvaluationText;
  marks: readonly Mark[];
  onChange: (marks: readonly Mark[]) => void;
}

/** The marked values in the order of the text, and the suggested ones that are marked no more. */
function Marks({ of: { text, spans, removed }, marks, onChange }: MarksProps) {
  const t = useTexts();
  const valueOf = ({ start, end }: Range) => text.slice(start, end);
  const suggested = [...spans.filter(({ origin }) => origin === 'suggested'), ...removed];
  const unmarked = suggested.filter(({ start, end }) =>
    marks.every((mark) => mark.end <= start || mark.start >= end),
  );
  return (
    <div className="columns">
      <section className="card stack-small" aria-label={t.evaluations.values}>
        <h2>{t.evaluations.values}</h2>
        <ul className="plain-list stack-small">
          {marks.length === 0 && <li className="muted">{t.evaluations.noValues}</li>}
          {marks.map((mark) => (
            <li key={mark.start} className="row">
              <span className="grow">
                <span className={`chip ${familyOf(mark.kind)}`}>
                  <span className="chip-text">{valueOf(mark)}</span>
                </span>
              </span>
              <KindSelect
                label={t.evaluations.kindOf(valueOf(mark))}
                value={mark.kind}
                onChange={(kind) => onChange(withMark(marks, { ...mark, kind }))}
              />
              <IconButton
                icon="close"
                size="small"
                label={t.evaluations.unmark(valueOf(mark))}
                onClick={() => onChange(marks.filter((other) => other !== mark))}
              />
            </li>
          ))}
        </ul>
      </section>
      {unmarked.length > 0 && (
        <section className="card stack-small" aria-label={t.evaluations.unmarked}>
          <h2>{t.evaluations.unmarked}</h2>
          <ul className="plain-list stack-small">
            {unmarked.map((mark) => (
              <li key={mark.start} className="row">
                <s className="grow break">{valueOf(mark)}</s>
                <Button
                  size="small"
                  aria-label={t.evaluations.markAgainOf(valueOf(mark))}
                  onClick={() => onChange(withMark(marks, mark))}
                >
                  {t.evaluations.markAgain}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
