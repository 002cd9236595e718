import { lazy, Suspense } from 'react';
import { clsx } from 'clsx';
import type { AccountMenuProps } from './account-menu';
import { useSession } from './use-session';

// Visitors never see it and must not download the menu's code.
const AccountMenu = lazy(() =>
  import('./account-menu').then((module) => ({ default: module.AccountMenu })),
);

export type AccountAreaProps = Pick<AccountMenuProps, 'look'>;

/** The account menu of whoever is signed in; nothing for visitors. */
export function AccountArea({ look = 'icon' }: AccountAreaProps) {
  const { user } = useSession();
  if (!user) return null;
  return (
    <Suspense
      fallback={
        <span
          aria-hidden="true"
          className={clsx('block', look === 'wide' ? 'h-11 w-full' : 'size-11')}
        />
      }
    >
      <AccountMenu user={user} look={look} />
    </Suspense>
  );
}
