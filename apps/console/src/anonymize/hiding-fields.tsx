import { useState, type ReactNode } from 'react';
import { CaseField } from '../cases/case-choice';
import { useCases } from '../cases/use-cases';
import { choicesOf } from '../privacy/kinds';
import { KindsChoice } from '../privacy/kinds-choice';
import { useTexts } from '../texts';
import { SelectField } from '../ui/field';

/** How values are hidden, as the user chooses it. */
export function useHiding() {
  const [kinds, setKinds] = useState<readonly string[]>();
  const [wishedStyle, setWishedStyle] = useState<'placeholders' | 'surrogates'>('placeholders');
  const [caseId, setCaseId] = useState<string>();
  const inCase = useCases().data?.find(({ case_id: id }) => id === caseId);
  return {
    caseId: inCase?.case_id,
    // All texts of a case have its style.
    style: inCase?.style ?? wishedStyle,
    choices: choicesOf(kinds),
    kinds,
    setKinds,
    setWishedStyle,
    setCaseId,
  };
}

interface Props {
  hiding: ReturnType<typeof useHiding>;
  /** Stands beside the style */
  children?: ReactNode;
}

/** The fields for the case, the style and the kinds. */
export function HidingFields({ hiding, children }: Props) {
  const t = useTexts();
  const style = (
    <SelectField
      label={t.anonymize.style}
      value={hiding.style}
      options={[
        ['placeholders', t.anonymize.placeholders],
        ['surrogates', t.anonymize.surrogates],
      ]}
      disabled={hiding.caseId !== undefined}
      onChange={hiding.setWishedStyle}
    />
  );
  return (
    <>
      <CaseField value={hiding.caseId} onChange={hiding.setCaseId} />
      {children ? (
        <div className="columns">
          {style}
          {children}
        </div>
      ) : (
        style
      )}
      <details className="card">
        <summary>{t.privacy.kindsToHide}</summary>
        <KindsChoice value={hiding.kinds} onChange={hiding.setKinds} />
      </details>
    </>
  );
}
