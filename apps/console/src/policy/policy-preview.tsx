import { useState } from 'react';
import type { Schemas } from '../api/client';
import { MarkedText } from '../privacy/marked-text';
import { TextLanguage, useTextLanguage } from '../privacy/text-language';
import { useTexts } from '../texts';
import type { Texts } from '../texts/en';
import { AreaField } from '../ui/field';
import { FailureNotice, Notice } from '../ui/notice';
import { usePolicyPreview, type Policy } from './use-policy';

/** Shows what the draft would do to the user's text. Nothing is stored. */
export function PolicyPreview({ policy }: { policy: Policy }) {
  const t = useTexts();
  const [text, setText] = useState<string>(t.chat.example);
  const lang = useTextLanguage(text);
  const { data, error } = usePolicyPreview(policy, text, lang);
  const blocked = data?.found.filter(({ mode }) => mode === 'block') ?? [];
  return (
    <section className="card stack policy-preview" aria-label={t.policy.preview}>
      <h2>{t.policy.preview}</h2>
      <AreaField label={t.policy.previewText} value={text} rows={5} onChange={setText} />
      <TextLanguage text={text} />
      <FailureNotice error={error} />
      {blocked.length > 0 && <Notice kind="failure">{t.policy.blocks}</Notice>}
      {data && text.trim() !== '' && (
        <p className="pre marked" aria-live="polite">
          <MarkedText
            text={data.text}
            spans={data.found.map((found) => spanOf(found, t))}
            relation={t.policy.is}
          />
        </p>
      )}
    </section>
  );
}

const spanOf = ({ start, end, kind, mode }: Schemas['HiddenValueDto'], t: Texts) => ({
  start,
  end,
  kind,
  other: t.previewModes[mode],
});
