import { useId, type ComponentProps, type ReactNode } from 'react';

interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  children: (attributes: { id: string; 'aria-describedby': string; 'aria-invalid': boolean }) => ReactNode;
}

/** A form field with its label, hint and error. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const note = `${id}-note`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': note, 'aria-invalid': error !== undefined })}
      <span id={note} className={error ? 'error' : 'hint'} role={error ? 'alert' : undefined}>
        {error ?? hint}
      </span>
    </div>
  );
}

type TextFieldProps = Omit<FieldProps, 'children'> &
  Omit<ComponentProps<'input'>, 'onChange' | 'value'> & { value: string; onChange: (value: string) => void };

export const TextField = ({ label, hint, error, onChange, ...input }: TextFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {(attributes) => (
      <input className="input" {...attributes} {...input} onChange={({ target }) => onChange(target.value)} />
    )}
  </Field>
);

type AreaFieldProps = Omit<FieldProps, 'children'> &
  Omit<ComponentProps<'textarea'>, 'onChange' | 'value'> & {
    value: string;
    onChange: (value: string) => void;
  };

export const AreaField = ({ label, hint, error, onChange, ...area }: AreaFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {(attributes) => (
      <textarea
        className="input"
        {...attributes}
        {...area}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
);

interface SelectFieldProps<T extends string> extends Omit<FieldProps, 'children'> {
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
  disabled?: boolean;
}

export const SelectField = <T extends string>({
  value,
  options,
  onChange,
  disabled,
  ...field
}: SelectFieldProps<T>) => (
  <Field {...field}>
    {(attributes) => (
      <select
        className="input"
        {...attributes}
        value={value}
        disabled={disabled}
        onChange={({ target }) => onChange(target.value as T)}
      >
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    )}
  </Field>
);

interface CheckProps {
  label: ReactNode;
  checked: boolean;
  disabled?: boolean;
  describedBy?: string;
  onChange: (checked: boolean) => void;
}

export const Check = ({ label, checked, disabled, describedBy, onChange }: CheckProps) => (
  <label className="check">
    <input
      type="checkbox"
      aria-describedby={describedBy}
      checked={checked}
      disabled={disabled}
      onChange={({ target }) => onChange(target.checked)}
    />
    <span>{label}</span>
  </label>
);

/** A checkbox with a hint. */
export function CheckField({ hint, ...check }: CheckProps & { hint: string }) {
  const id = useId();
  return (
    <div className="field">
      <Check {...check} describedBy={id} />
      <span id={id} className="hint">
        {hint}
      </span>
    </div>
  );
}
