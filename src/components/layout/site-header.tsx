import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { Link, NavLink } from 'react-router-dom';
import { Button } from '@/components/ui/button';
import { site, type SiteLink } from '@/content/site';
import { telephoneLink } from '@/lib/links';
import { isStaffArea, paths } from '@/lib/paths';
import { followScroll, keepFocusInside, MENU_ID } from '@/lib/site-bar';
import { Logo } from './logo';
import { ThemeToggle } from './theme-toggle';

export type SiteHeaderProps = {
  isMenuOpen: boolean;
  onMenuOpenChange: (isOpen: boolean) => void;
  /** Further links for signed-in members, after the five public ones. */
  staffLinks?: readonly SiteLink[];
  /** At the right end of the bar at every width: the account menu. */
  account?: ReactNode;
};

export function SiteHeader({
  isMenuOpen,
  onMenuOpenChange,
  staffLinks = [],
  account,
}: SiteHeaderProps) {
  const links = [...site.nav, ...staffLinks];
  const bar = useRef<HTMLElement>(null);
  useEffect(() => (bar.current ? followScroll(bar.current) : undefined), []);
  return (
    <header ref={bar} className="site-header sticky top-0 z-40 short:static h-(--header-height)">
      <div className="mx-auto flex h-full max-w-content items-center gap-2 px-gutter wide:px-0">
        <Link to={paths.home} className="me-auto flex rounded-control" aria-label={site.name}>
          <Logo isTight={staffLinks.length > 0} />
        </Link>
        <nav aria-label="Main" className="hidden desktop:block">
          <ul className="flex items-center gap-1">
            {links.map((link) => (
              <li key={link.to}>
                <BarLink link={link} />
              </li>
            ))}
          </ul>
        </nav>
        <ThemeToggle className="max-tablet:hidden desktop:ms-2" />
        {account}
        <Button
          variant="quiet"
          aria-haspopup="dialog"
          aria-expanded={isMenuOpen}
          aria-controls={MENU_ID}
          popoverTarget={MENU_ID}
          popoverTargetAction="show"
          onClick={() => unlessPopover(() => onMenuOpenChange(true))}
          className="-me-3 desktop:hidden"
        >
          <MenuLines />
          Menu
        </Button>
      </div>
      <SiteMenu
        links={[
          ...site.nav,
          ...site.quickLinks.filter(({ to }) => to === paths.blog),
          ...staffLinks,
        ]}
        isOpen={isMenuOpen}
        onOpenChange={onMenuOpenChange}
      />
    </header>
  );
}

function BarLink({ link }: { link: SiteLink }) {
  return (
    <NavLink
      to={link.to}
      end={link.to === paths.home}
      reloadDocument={isStaffArea(link.to)}
      className="bar-link"
    >
      {link.label}
    </NavLink>
  );
}

function MenuLines() {
  return (
    <svg aria-hidden="true" viewBox="0 0 20 20" stroke="currentColor" strokeWidth="1.75">
      <path d="M2 7h16M2 13h11" strokeLinecap="round" />
    </svg>
  );
}

function CloseMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" stroke="currentColor" strokeWidth="2">
      <path d="m6 6 12 12M18 6 6 18" strokeLinecap="round" />
    </svg>
  );
}

type SiteMenuProps = {
  links: readonly SiteLink[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/**
 * A popover: its buttons work before the app has started. A modal dialog would also make the page behind it
 * inert, for which the browser computes the style of every element, four times as slow on a phone.
 */
function SiteMenu({ links, isOpen, onOpenChange }: SiteMenuProps) {
  const menu = useRef<HTMLDialogElement>(null);
  const isFirstRun = useRef(true);
  const noticeOpen = useEffectEvent(() => onOpenChange(true));

  useEffect(() => {
    const element = menu.current;
    if (!element) return;
    const wasOpenedBeforeHydration =
      isFirstRun.current && !isOpen && element.getClientRects().length > 0;
    isFirstRun.current = false;
    if (wasOpenedBeforeHydration) noticeOpen();
    else showMenu(element, isOpen);
  }, [isOpen]);

  return (
    <dialog
      ref={menu}
      id={MENU_ID}
      popover="auto"
      aria-label="Menu"
      aria-modal="true"
      onToggle={({ newState }) => onOpenChange(newState === 'open')}
      onKeyDown={(event) => keepFocusInside(event.currentTarget, event)}
      className="site-menu"
    >
      <div className="flex min-h-full flex-col bg-surface">
        <div className="flex h-(--header-height) shrink-0 items-center justify-between gap-2 px-gutter">
          <Logo />
          <Button
            variant="quiet"
            size="icon"
            aria-label="Close menu"
            popoverTarget={MENU_ID}
            popoverTargetAction="hide"
            onClick={() => unlessPopover(() => onOpenChange(false))}
            className="-me-3"
          >
            <CloseMark />
          </Button>
        </div>
        <nav aria-label="Menu" className="grow px-gutter pt-4">
          <ul>
            {links.map((link) => (
              <li key={link.to} className="border-b border-line">
                <NavLink
                  to={link.to}
                  end={link.to === paths.home}
                  reloadDocument={isStaffArea(link.to)}
                  onClick={() => onOpenChange(false)}
                  className={({ isActive }) =>
                    clsx(
                      'heading flex items-center gap-4 py-3.5 text-h2',
                      isActive && 'text-accent-text',
                    )
                  }
                >
                  {link.label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex items-end justify-between gap-6 px-gutter pt-6 pb-8">
          <p className="grid justify-items-start gap-1">
            <a href={`mailto:${site.email}`} className="link">
              {site.email}
            </a>
            <a href={telephoneLink(site.phone)} className="link">
              {site.phone}
            </a>
          </p>
          <ThemeToggle className="-me-3 tablet:hidden" />
        </div>
      </div>
    </dialog>
  );
}

/** Browsers before 2024. */
const lackPopovers = () => !('popover' in HTMLElement.prototype);

function showMenu(menu: HTMLDialogElement, isOpen: boolean) {
  if (lackPopovers()) menu.open = isOpen;
  else menu.togglePopover(isOpen);
}

/** For clicks on a button with `popoverTarget`: where there are popovers the browser acts, and `onToggle` tells React. */
function unlessPopover(act: () => void) {
  if (lackPopovers()) act();
}
