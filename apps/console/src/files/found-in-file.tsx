import type { Schemas } from '../api/client';
import { MarkedText } from '../privacy/marked-text';
import { useTexts } from '../texts';
import { Check } from '../ui/field';
import { Notice } from '../ui/notice';

interface Props {
  preview: Schemas['FilePreviewDto'];
  /** Values that stay in the file */
  kept: ReadonlySet<string>;
  onKept: (kept: ReadonlySet<string>) => void;
}

/** What was found in a file: each value once, with a choice to keep it, and the texts around the values. */
export function FoundInFile({ preview: { texts, values, is_cut: isCut }, kept, onKept }: Props) {
  const t = useTexts();
  const found = [
    ...new Map(
      texts.flatMap(({ text, found: spans }) =>
        spans.map(({ start, end, kind }) => [text.slice(start, end), kind] as const),
      ),
    ),
  ];
  const keep = (value: string, keeps: boolean) => {
    const next = new Set(kept);
    if (keeps) next.add(value);
    else next.delete(value);
    onKept(next);
  };
  if (values === 0) return <Notice kind="warning">{t.files.none}</Notice>;
  return (
    <>
      <div className="card stack">
        <h2>{t.files.found(values)}</h2>
        <p className="muted small">{t.files.keepHint}</p>
        <ul className="plain-list stack">
          {found.map(([value, kind]) => (
            <li key={value}>
              <Check
                label={t.files.hides(value, t.kinds[kind])}
                checked={!kept.has(value)}
                onChange={(hides) => keep(value, !hides)}
              />
            </li>
          ))}
        </ul>
      </div>
      <details className="card">
        <summary>{t.files.context}</summary>
        {isCut && <Notice kind="info">{t.files.cut}</Notice>}
        {texts.map(({ text, found: spans }, index) => (
          <p key={index} className="pre marked">
            <MarkedText
              text={text}
              spans={spans
                .filter(({ start, end }) => !kept.has(text.slice(start, end)))
                .map((span) => ({ ...span, other: '' }))}
              relation={t.files.isHidden}
            />
          </p>
        ))}
      </details>
    </>
  );
}
