import type { ComponentProps, ReactNode } from 'react';
import { clsx } from 'clsx';
import { Link, type LinkProps } from 'react-router-dom';
import { SpinnerMark } from './spinner';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large' | 'icon';

type ButtonLook = { variant?: ButtonVariant; size?: ButtonSize; className?: string };

const variantClasses: Record<ButtonVariant, string> = {
  primary:
    'bg-accent text-accent-on shadow-[inset_0_-2px_0_rgb(12_17_40/0.18)] hover:bg-accent-strong active:shadow-none',
  secondary:
    'border border-line-strong bg-transparent text-ink hover:border-ink hover:bg-sunken active:bg-line',
  quiet: 'text-ink hover:bg-sunken active:bg-line',
  danger:
    'bg-danger text-danger-on shadow-[inset_0_-2px_0_rgb(12_17_40/0.18)] hover:brightness-95 active:shadow-none',
};

const sizeClasses: Record<ButtonSize, string> = {
  small: 'min-h-9 px-3 py-1.5 text-small',
  medium: 'min-h-11 px-5 py-2 text-base',
  large: 'min-h-13 px-7 py-3 text-body',
  icon: 'size-11 shrink-0 p-0',
};

/** The look of a button for elements that cannot be one: links, labels, triggers. */
export function buttonClasses({
  variant = 'secondary',
  size = 'medium',
  className,
}: ButtonLook = {}) {
  return clsx(
    'group/button relative inline-flex items-center justify-center gap-2 rounded-control text-center leading-tight font-semibold no-underline select-none',
    'cursor-pointer transition-[background-color,border-color,box-shadow,opacity,color] duration-control',
    'disabled:cursor-not-allowed disabled:opacity-55 aria-busy:cursor-progress aria-busy:opacity-100',
    '[&_svg]:size-[1.125em] [&_svg]:shrink-0',
    variantClasses[variant],
    sizeClasses[size],
    className,
  );
}

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    isPending?: boolean;
    /** Said instead of the children while pending; room for it is kept from the start. */
    pendingLabel?: string;
    icon?: ReactNode;
  };

export function Button({
  variant,
  size,
  className,
  isPending = false,
  pendingLabel,
  icon,
  disabled,
  type = 'button',
  children,
  ...rest
}: ButtonProps) {
  const showsPendingLabel = isPending && pendingLabel !== undefined;
  return (
    <button
      type={type}
      disabled={disabled || isPending}
      aria-busy={isPending || undefined}
      className={buttonClasses({ variant, size, className })}
      {...rest}
    >
      {isPending ? (
        <SpinnerMark className={clsx(!showsPendingLabel && icon === undefined && 'absolute')} />
      ) : (
        icon
      )}
      {pendingLabel === undefined ? (
        <span className={clsx('contents', isPending && icon === undefined && 'text-transparent')}>
          {children}
        </span>
      ) : (
        // Both texts share one cell, the unspoken one as generated content: the width never jumps.
        <span className="keeps-room" data-keeps={isPending ? undefined : pendingLabel}>
          {showsPendingLabel ? pendingLabel : children}
        </span>
      )}
    </button>
  );
}

export type ButtonLinkProps = LinkProps & ButtonLook & { icon?: ReactNode };

export function ButtonLink({ variant, size, className, icon, children, ...rest }: ButtonLinkProps) {
  return (
    <Link className={buttonClasses({ variant, size, className })} {...rest}>
      {icon}
      {children}
    </Link>
  );
}
