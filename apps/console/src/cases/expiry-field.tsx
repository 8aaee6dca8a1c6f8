import { useState } from 'react';
import { useTexts } from '../texts';
import { TextField } from '../ui/field';

interface Props {
  /** The last day of the case, `2026-06-01`; empty if it does not expire */
  value: string;
  onChange: (day: string) => void;
}

/** A field for the last day of a case, from today on. */
export function ExpiryField({ value, onChange }: Props) {
  const t = useTexts();
  const [today] = useState(() => dayOf(new Date()));
  return (
    <TextField
      label={t.cases.lastDay}
      hint={t.cases.lastDayHint}
      type="date"
      min={today}
      value={value}
      onChange={onChange}
    />
  );
}

/** Returns the day of a time in the time zone of the reader. */
export function dayOf(time: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** Returns the end of a day in the time zone of the reader. */
export const endOf = (day: string): string => new Date(`${day}T23:59:59`).toISOString();
