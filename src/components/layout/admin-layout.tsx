import { useState, type ReactNode } from 'react';
import { clsx } from 'clsx';
import {
  ArrowUpRight,
  FileText,
  HeartPulse,
  Inbox,
  LayoutDashboard,
  ListTodo,
  Newspaper,
  Mails,
  PanelsTopLeft,
  ShieldCheck,
  Signpost,
  Undo2,
  UsersRound,
} from 'lucide-react';
import { Link, NavLink, Outlet, useLocation } from 'react-router-dom';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { site } from '@/content/site';
import { referringPage } from '@/lib/app-state';
import { isStaffArea, paths } from '@/lib/paths';
import { Logo } from './logo';
import { MAIN_ID, SkipLink } from './skip-link';
import { ThemeToggle } from './theme-toggle';

type AdminSection = { label: string; to: string; icon: ReactNode; isForOwners?: boolean };

/** By use: what is worked on every day, then what is looked after. */
const adminSections: readonly (readonly AdminSection[])[] = [
  [
    { label: 'To do', to: paths.adminToday, icon: <ListTodo aria-hidden="true" /> },
    { label: 'Enquiries', to: paths.adminEnquiries, icon: <Inbox aria-hidden="true" /> },
    { label: 'Case studies', to: paths.adminCaseStudies, icon: <FileText aria-hidden="true" /> },
    { label: 'Blog', to: paths.adminPosts, icon: <Newspaper aria-hidden="true" /> },
    {
      label: 'Dashboard & images',
      to: paths.adminImages,
      icon: <LayoutDashboard aria-hidden="true" />,
    },
    { label: 'Site', to: paths.adminSite, icon: <PanelsTopLeft aria-hidden="true" /> },
    { label: 'Newsletter', to: paths.adminNewsletter, icon: <Mails aria-hidden="true" /> },
  ],
  [
    {
      label: 'People',
      to: paths.adminPeople,
      icon: <UsersRound aria-hidden="true" />,
      isForOwners: true,
    },
    { label: 'Redirects', to: paths.adminRedirects, icon: <Signpost aria-hidden="true" /> },
    { label: 'Security', to: paths.adminSecurity, icon: <ShieldCheck aria-hidden="true" /> },
    { label: 'Health', to: paths.adminHealth, icon: <HeartPulse aria-hidden="true" /> },
  ],
];

export type AdminLayoutProps = {
  /** At the foot of the rail: the account and signing out. */
  account?: ReactNode;
  /** In the bar of small screens and at the foot of the rail: recent notifications. */
  notifications?: ReactNode;
  /** By the path of a section, the number of unhandled items, shown as a badge unless it is 0. */
  waiting?: Readonly<Record<string, number | string>>;
  isOwner?: boolean;
  /** In the bar of small screens and at the top of the rail: opens the search. */
  search?: ReactNode;
  /** In place of the router's outlet. */
  children?: ReactNode;
};

export function AdminLayout({
  account,
  notifications,
  waiting = {},
  isOwner = false,
  search,
  children,
}: AdminLayoutProps) {
  const location = useLocation();
  // Stores the location where the sheet was opened, so that the next navigation closes it.
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const rail = { waiting, isOwner, account };
  return (
    <div className="min-h-dvh desktop:grid desktop:grid-cols-[16.5rem_minmax(0,1fr)]">
      <SkipLink />
      {/* On phones the bars of an editor take its place. */}
      <header className="sticky top-0 z-40 short:static flex h-16 max-tablet:[:has(.save-bar)>&]:static items-center justify-between gap-4 border-b border-line bg-sunken px-gutter desktop:hidden">
        <Link
          to={paths.adminToday}
          aria-label={`${site.name} admin`}
          className="flex rounded-control"
        >
          <Logo isTight />
        </Link>
        <div className="-me-3 flex items-center">
          {search}
          {notifications}
          <Button
            variant="quiet"
            aria-haspopup="dialog"
            aria-expanded={openedAt === location.key}
            onClick={() => setOpenedAt(location.key)}
          >
            Menu
          </Button>
        </div>
        <Dialog
          variant="sheet"
          title="Menu"
          isTitleHidden
          isOpen={openedAt === location.key}
          onOpenChange={(isOpen) => setOpenedAt(isOpen ? location.key : null)}
        >
          <div className="flex min-h-full flex-col">
            <Rail {...rail} />
          </div>
        </Dialog>
      </header>
      <aside
        aria-label="Admin"
        className="sticky top-0 hidden h-[calc(100dvh-var(--connection-bar,0px))] flex-col overflow-x-hidden overflow-y-auto border-r border-line bg-sunken px-5 py-6 desktop:flex"
      >
        <Link
          to={paths.adminToday}
          aria-label={`${site.name} admin`}
          className="mb-9 self-start rounded-control px-2"
        >
          <Logo className="gap-2.5! text-[1.25rem]!" />
        </Link>
        {search !== undefined && <div className="mb-5">{search}</div>}
        <Rail {...rail} notifications={notifications} />
      </aside>
      <main id={MAIN_ID} tabIndex={-1} className="dense min-w-0">
        {children ?? <Outlet />}
      </main>
    </div>
  );
}

const railItemClasses =
  'flex min-h-11 pointer-fine:min-h-9 items-center gap-3 rounded-control px-3 text-base font-medium transition-colors duration-control [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:stroke-[1.75]';

type RailProps = Pick<AdminLayoutProps, 'account' | 'notifications'> &
  Required<Pick<AdminLayoutProps, 'waiting' | 'isOwner'>>;

function Rail({ waiting, isOwner, account, notifications }: RailProps) {
  const cameFrom = referringPage();
  const canContinue = cameFrom !== null && cameFrom !== paths.home && !isStaffArea(cameFrom);
  return (
    <div className="flex flex-1 flex-col">
      <nav aria-label="Admin sections">
        {adminSections.map((sections) => (
          <ul
            key={sections[0]?.to}
            className="grid gap-1 not-first:mt-3 not-first:border-t not-first:border-line not-first:pt-3"
          >
            {sections
              .filter(({ isForOwners }) => isOwner || !isForOwners)
              .map((section) => (
                <RailItem key={section.to} {...section} waiting={waiting[section.to] ?? 0} />
              ))}
          </ul>
        ))}
      </nav>
      <div className="mt-auto grid gap-1 pt-8">
        {notifications}
        {canContinue && (
          <Link
            to={cameFrom}
            className={clsx(railItemClasses, 'text-muted hover:bg-raised hover:text-ink')}
          >
            <Undo2 aria-hidden="true" />
            {/* One line in the rail. */}
            <span className="text-small whitespace-nowrap">Continue where you were</span>
          </Link>
        )}
        <div className="flex items-center justify-between gap-2">
          <Link
            to={paths.home}
            className={clsx(railItemClasses, 'flex-1 text-muted hover:bg-raised hover:text-ink')}
          >
            <ArrowUpRight aria-hidden="true" />
            View the site
          </Link>
          <ThemeToggle />
        </div>
        {account !== undefined && <div className="mt-2 border-t border-line pt-4">{account}</div>}
      </div>
    </div>
  );
}

function RailItem({ label, to, icon, waiting }: AdminSection & { waiting: number | string }) {
  return (
    <li>
      <NavLink
        to={to}
        className={({ isActive }) =>
          clsx(
            railItemClasses,
            isActive
              ? 'bg-raised text-ink shadow-[inset_3px_0_0_var(--accent)]'
              : 'text-muted hover:bg-raised hover:text-ink',
          )
        }
      >
        {icon}
        {label}
        {waiting !== 0 && (
          <span className="ms-auto rounded-full bg-accent px-2 text-small font-semibold text-accent-on tabular-figures">
            {waiting}
            <span className="sr-only"> waiting</span>
          </span>
        )}
      </NavLink>
    </li>
  );
}
