import { LogoMark } from '@brand/logo-mark';
import { clsx } from 'clsx';
import { site } from '@/content/site';

export type LogoProps = {
  className?: string;
  /** In a bar with more than a menu button: two lines on every phone, not only on the narrowest. */
  isTight?: boolean;
};

/** Mark and wordmark; the text is the name of the agency. */
export function Logo({ className, isTight = false }: LogoProps) {
  const [first, second] = site.name.split(' & ');
  return (
    <span className={clsx('logo', isTight && 'logo-tight', className)}>
      <LogoMark className="h-8 w-10" />
      <span>
        {second === undefined ? first : `${first} `}
        {second !== undefined && (
          <span>
            <span className="text-accent-text">&amp;</span>
            {` ${second}`}
          </span>
        )}
      </span>
    </span>
  );
}
