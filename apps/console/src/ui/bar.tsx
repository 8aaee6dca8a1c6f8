interface Props {
  label: string;
  value: number;
  max: number;
  kind?: 'warning' | 'full' | undefined;
}

/** Shows how much of something is used. The text next to it states the same. */
export const Bar = ({ label, value, max, kind }: Props) => (
  <progress
    className={['bar', kind].filter(Boolean).join(' ')}
    aria-label={label}
    max={max > 0 ? max : 1}
    value={max > 0 ? Math.min(value, max) : 1}
  />
);
