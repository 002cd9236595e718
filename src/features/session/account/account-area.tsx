import { clsx } from 'clsx';
import { useChunk } from '@/hooks/use-chunk';
import type { AccountMenuProps } from './account-menu';
import { useSession } from '../use-session';

// Loaded on demand, so that visitors do not download it.
const loadMenu = () => import('./account-menu');

export type AccountAreaProps = Pick<AccountMenuProps, 'look'>;

/** The account menu of a signed-in user; nothing for visitors. */
export function AccountArea({ look = 'icon' }: AccountAreaProps) {
  const { user } = useSession();
  const menu = useChunk(loadMenu, user !== null);
  if (!user) return null;
  if (menu) return <menu.AccountMenu user={user} look={look} />;
  const room = look === 'wide' ? 'h-11 w-full' : 'size-11';
  return <span aria-hidden="true" className={clsx('block', room)} />;
}
