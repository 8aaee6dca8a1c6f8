import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icon';

interface Props extends ComponentProps<'button'> {
  look?: 'primary' | 'danger' | 'ghost';
  size?: 'small';
  icon?: IconName;
  /** Whether its action is running, so that it ignores clicks. */
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

/** A button that shows only an icon. */
export const IconButton = ({
  label,
  ...rest
}: Omit<Props, 'children'> & { label: string; icon: IconName }) => (
  <Button look="ghost" {...rest} aria-label={label} title={label} />
);
