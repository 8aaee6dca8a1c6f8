import { useTexts } from '../texts';
import { SelectField } from '../ui/field';
import { useCaseName, useCases } from './use-cases';

interface Props {
  value: string | undefined;
  onChange: (caseId: string | undefined) => void;
}

/** A field that chooses one of the user's cases, or none. It is shown only to users who have cases. */
export function CaseField({ value, onChange }: Props) {
  const t = useTexts();
  const options = useCaseOptions();
  if (options.length === 0) return null;
  return (
    <SelectField
      label={t.cases.case}
      hint={t.cases.choiceHint}
      value={value ?? ''}
      options={[['', t.cases.noCase], ...options]}
      onChange={(id) => onChange(id === '' ? undefined : id)}
    />
  );
}

/** Returns the ids and names of the user's cases. */
export function useCaseOptions(): (readonly [string, string])[] {
  const { data = [] } = useCases();
  const nameOf = useCaseName();
  return data.map((one) => [one.case_id, nameOf(one)]);
}
