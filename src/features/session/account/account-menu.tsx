import { ChevronsUpDown, LogOut, Settings, UserRound } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { shownName, usePeople } from '@/components/people/people-context';
import { Portrait } from '@/components/people/person';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '@/components/ui/menu';
import { isStaffArea, paths } from '@/lib/paths';
import type { SessionUser } from '../api';
import { useSession } from '../use-session';
import { useSignOut } from './use-sign-out';

export type AccountMenuProps = {
  user: SessionUser;
  /** 'icon' for the header, 'wide' for the bottom of the sidebar. */
  look?: 'icon' | 'wide';
};

export function AccountMenu({ user, look = 'icon' }: AccountMenuProps) {
  const { pathname } = useLocation();
  const { signOut, signOutQuestion } = useSignOut();
  const person = usePeople().personOf(user.email);
  const isStaff = useSession().status === 'staff';
  return (
    <>
      <Menu
        align={look === 'wide' ? 'start' : 'end'}
        trigger={
          look === 'wide' ? (
            <Button variant="quiet" className="w-0 min-w-full justify-start px-3 text-start">
              <Portrait person={person} className="-ms-1" />
              <span className="min-w-0 flex-1">
                <span className="sr-only">Account menu of </span>
                <span className="block truncate text-small font-medium">{shownName(person)}</span>
              </span>
              <ChevronsUpDown aria-hidden="true" className="text-muted" />
            </Button>
          ) : (
            <Button variant="quiet" size="icon" aria-label="Account menu">
              <UserRound aria-hidden="true" />
            </Button>
          )
        }
      >
        <MenuLabel>
          <span className="block text-base font-semibold text-ink">Admin</span>
          {user.email}
        </MenuLabel>
        <MenuSeparator />
        {isStaff && (
          <MenuItem asChild>
            <Link to={paths.adminAccount} reloadDocument={!isStaffArea(pathname)}>
              <Settings aria-hidden="true" />
              Account settings
            </Link>
          </MenuItem>
        )}
        <MenuItem icon={<LogOut aria-hidden="true" />} onSelect={() => void signOut()}>
          Log out
        </MenuItem>
      </Menu>
      {signOutQuestion}
    </>
  );
}
