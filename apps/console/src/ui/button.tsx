import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icon';

interface Props extends ComponentProps<'button'> {
  look?: 'primary' | 'danger' | 'ghost';
  size?: 'small';
  icon?: IconName;
  /** What it began is under way: it takes no second press. */
  busy?: boolean;
}

export function Button({ look, size, icon, busy = false, disabled, className, children, ...rest }: Props) {
  const square = icon && !children && 'square';
  return (
    <button
      type="button"
      {...rest}
      className={['button', look, size, square, className].filter(Boolean).join(' ')}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy ? <span className="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** One of which only the picture is seen. */
export const IconButton = ({
  label,
  ...rest
}: Omit<Props, 'children'> & { label: string; icon: IconName }) => (
  <Button look="ghost" {...rest} aria-label={label} title={label} />
);
