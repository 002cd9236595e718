import { clsx } from 'clsx';
import { useChunk } from '@/hooks/use-chunk';
import type { AccountMenuProps } from './account-menu';
import { useSession } from './use-session';

// Visitors never see it and must not download the menu's code.
const loadMenu = () => import('./account-menu');

export type AccountAreaProps = Pick<AccountMenuProps, 'look'>;

/** The account menu of whoever is signed in; nothing for visitors. */
export function AccountArea({ look = 'icon' }: AccountAreaProps) {
  const { user } = useSession();
  const menu = useChunk(loadMenu, user !== null);
  if (!user) return null;
  if (menu) return <menu.AccountMenu user={user} look={look} />;
  const room = look === 'wide' ? 'h-11 w-full' : 'size-11';
  return <span aria-hidden="true" className={clsx('block', room)} />;
}
