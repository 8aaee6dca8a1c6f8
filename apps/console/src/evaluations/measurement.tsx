import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { PRESETS, withPreset } from '../policy/presets';
import { usePolicy, usePolicyVersion, usePolicyVersions } from '../policy/use-policy';
import { useFormats, useTexts } from '../texts';
import { Button } from '../ui/button';
import { SelectField } from '../ui/field';
import { download, fileNameOf } from '../ui/download';
import { FailureNotice } from '../ui/notice';
import { Table } from '../ui/table';
import {
  askForReport,
  useEvaluationChanges,
  type Evaluation,
  type Measurement as Measured,
} from './use-evaluations';

type Outcome = Measured['before']['outcomes'][number];
type Share = Outcome['recall'];

/** Measures the checked texts with the policy in force and, if the admin chooses one, with another policy. */
export function Measurement({ of: one }: { of: Evaluation }) {
  const t = useTexts();
  const formats = useFormats();
  const { measure } = useEvaluationChanges();
  const { choice, options, policy, isReady, choose } = usePolicyChoice();
  const result = useRef<HTMLDivElement>(null);
  const onSuccess = () => result.current?.focus();
  return (
    <section className="stack">
      <h2>{t.evaluations.result}</h2>
      <p className="muted">{t.evaluations.resultText(formats.number(one.done))}</p>
      <SelectField label={t.evaluations.compare} value={choice} options={options} onChange={choose} />
      <div className="row">
        <Button
          look="primary"
          icon="chart"
          disabled={!isReady}
          busy={measure.isPending}
          onClick={() => measure.mutate({ id: one.evaluation_id, policy }, { onSuccess })}
        >
          {t.evaluations.measure}
        </Button>
      </div>
      <FailureNotice error={measure.error} />
      <div ref={result} tabIndex={-1} aria-live="polite" className="stack">
        {one.measurement && (
          <>
            <Outcomes of={one.measurement} />
            <Reports of={one} />
          </>
        )}
      </div>
    </section>
  );
}

const NONE = 'none';

/** The choice of a policy to compare with the one in force: a preset or a stored version. */
function usePolicyChoice() {
  const t = useTexts();
  const [choice, choose] = useState(NONE);
  const { data: current } = usePolicy();
  const { data: versions = [] } = usePolicyVersions();
  const preset = PRESETS.find((each) => each === choice);
  const stored = usePolicyVersion(choice === NONE || preset ? undefined : Number(choice));
  const policy = preset ? current && withPreset(current.policy, preset) : stored.data;
  const options: (readonly [string, string])[] = [
    [NONE, t.evaluations.compareNone],
    ...PRESETS.map((each) => [each, t.policy.presets[each].name] as const),
    ...versions
      .filter(({ version }) => version !== current?.version)
      .map(({ version }) => [String(version), t.policy.version(version)] as const),
  ];
  return { choice, choose, options, policy, isReady: choice === NONE || policy !== undefined };
}

function Reports({ of: { evaluation_id: id, name } }: { of: Evaluation }) {
  const t = useTexts();
  const report = useMutation({
    mutationFn: async (lang: 'de' | 'en') =>
      download(`${fileNameOf(name, 'report')}.md`, await askForReport(id, lang), 'text/markdown'),
  });
  return (
    <>
      <div className="row">
        {(['de', 'en'] as const).map((lang) => (
          <Button
            key={lang}
            icon="download"
            busy={report.isPending && report.variables === lang}
            onClick={() => report.mutate(lang)}
          >
            {t.evaluations.report(t.languages[lang])}
          </Button>
        ))}
      </div>
      <FailureNotice error={report.error} />
    </>
  );
}

function Outcomes({ of: { measured_at: at, before, after } }: { of: Measured }) {
  const t = useTexts();
  const formats = useFormats();
  const share = useShare();
  const kinds = new Set([...before.outcomes, ...(after?.outcomes ?? [])].map(({ kind }) => kind));
  kinds.delete('All');
  const column = (head: string, measured: Measured['before'], of: (outcome: Outcome) => Share) => ({
    head,
    kind: 'number' as const,
    cell: (kind: Outcome['kind']) => {
      const outcome = measured.outcomes.find((other) => other.kind === kind);
      return outcome ? share(of(outcome)) : '–';
    },
  });
  const recall = (outcome: Outcome) => outcome.recall;
  const mistakes = (outcome: Outcome) => outcome.over_masking;
  return (
    <>
      <p className="small">{t.evaluations.measuredAt(formats.dateTime(at), formats.number(before.texts))}</p>
      <Table
        label={t.evaluations.result}
        rows={[...kinds, 'All' as const]}
        rowKey={(kind) => kind}
        empty={t.evaluations.noValues}
        columns={[
          {
            head: t.evaluations.kind,
            cell: (kind) => (kind === 'All' ? t.evaluations.allKinds : t.kinds[kind]),
          },
          column(t.evaluations.hidden, before, recall),
          ...(after ? [column(t.evaluations.hiddenAfter, after, recall)] : []),
          column(t.evaluations.byMistake, before, mistakes),
          ...(after ? [column(t.evaluations.byMistakeAfter, after, mistakes)] : []),
        ]}
      />
      <p className="small">
        {t.evaluations.wholeTexts} {share(before.whole_texts)}
        {after && `; ${t.evaluations.withOther} ${share(after.whole_texts)}`}
      </p>
      <p className="small muted">{t.evaluations.explanation}</p>
    </>
  );
}

/** Returns how a share is written, such as `97 % (93 % to 99 %) of 120`. */
function useShare() {
  const t = useTexts();
  const { number, percent } = useFormats();
  return ({ of, share, low, high }: Share): string =>
    share === null || low === null || high === null
      ? '–'
      : t.evaluations.share(percent(share), percent(low), percent(high), number(of));
}
