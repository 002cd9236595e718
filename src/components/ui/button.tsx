import { useEffect, useLayoutEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { Link, type LinkProps } from 'react-router-dom';
import { SpinnerMark } from './spinner';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large' | 'icon';

type ButtonLook = { variant?: ButtonVariant; size?: ButtonSize; className?: string };

/** The look of a button (styles/controls.css) for elements that cannot be one: links, labels, triggers. */
export function buttonClasses({
  variant = 'secondary',
  size = 'medium',
  className,
}: ButtonLook = {}) {
  return clsx('button', `button-${variant}`, `button-${size}`, className);
}

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    isPending?: boolean;
    /** Replaces the children while pending; the button is wide enough for both. */
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
        <>
          <KeepFocus />
          <SpinnerMark className={clsx(!showsPendingLabel && icon === undefined && 'absolute')} />
        </>
      ) : (
        icon
      )}
      {pendingLabel === undefined ? (
        <span className={clsx('contents', isPending && icon === undefined && 'text-transparent')}>
          {children}
        </span>
      ) : (
        // Both texts share one grid cell, the pending one as hidden generated content, so that the width
        // does not change.
        <span className="fits-both-labels" data-other-label={isPending ? undefined : pendingLabel}>
          {showsPendingLabel ? pendingLabel : children}
        </span>
      )}
    </button>
  );
}

/** A pressed button loses the focus while it is disabled. It gets it back, unless something else has it by then. */
function KeepFocus() {
  const pressed = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (activeElement?.getAttribute('aria-busy') === 'true') pressed.current = activeElement;
  }, []);
  useEffect(
    () => () => {
      const { activeElement, body } = document;
      const isLost = activeElement === null || activeElement === body;
      if (isLost && pressed.current instanceof HTMLElement)
        pressed.current.focus({ preventScroll: true });
    },
    [],
  );
  return null;
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
