// What a prerendered page does without the app. Ends when the app runs, which does the same with the same functions.
import {
  areCloudsPaused,
  cloudsLabel,
  setCloudsPaused,
  subscribeToClouds,
} from '@/components/clouds/clouds-choice';
import { decideOnUfo } from '@/components/clouds/ufo';
import { HASH_SCROLL_DELAY_MS } from '@/lib/constants';
import { loadBeforePrint } from '@/lib/print';
import { onViewChange, sectionInView } from '@/lib/section-in-view';
import { followScroll, keepFocusInside, MENU_ID } from '@/lib/site-bar';
import { getTheme, subscribeToTheme, toggleTheme } from '@/lib/theme';
import { isForAnotherTab } from './kept-target';

/** By `data-live` of the control. */
const ACTIONS: Record<string, () => void> = {
  theme: toggleTheme,
  clouds: () => setCloudsPaused(!areCloudsPaused()),
};

const all = (selector: string) => document.querySelectorAll<HTMLElement>(selector);

/** Whether a press on it needs no app. */
export const isLive = (control: HTMLElement): boolean =>
  control.dataset.live !== undefined ||
  Boolean((control as HTMLButtonElement).popoverTargetElement);

/** @returns whether the press on this control is answered */
export function actOn({ dataset }: HTMLElement): boolean {
  const act = ACTIONS[dataset.live ?? ''];
  // After the next paint, as the app does: the new colours of a whole page take a phone a tenth of a second.
  if (act) requestAnimationFrame(() => setTimeout(act));
  return act !== undefined;
}

/** @returns ends all of it */
export function startLiveParts(): () => void {
  const bar = document.querySelector('header');
  const ends = [
    subscribeToTheme(showTheme),
    subscribeToClouds(showClouds),
    bar && followScroll(bar),
    followMenu(),
    followContents(),
    followLinks(),
  ];
  if (getTheme() === 'dark') showTheme();
  if (areCloudsPaused()) showClouds();
  loadBeforePrint();
  all('[data-ufo]').forEach((place) => decideOnUfo(place));
  showYear();
  return () => ends.forEach((end) => end?.());
}

function showTheme() {
  const isDark = String(getTheme() === 'dark');
  for (const button of all('[data-live=theme]')) button.setAttribute('aria-pressed', isDark);
}

function showClouds() {
  const isPaused = areCloudsPaused();
  for (const part of all('.clouds,.passing-cloud,[data-live=clouds]')) {
    part.toggleAttribute('data-paused', isPaused);
  }
  for (const label of all('[data-live=clouds] span span'))
    label.textContent = cloudsLabel(isPaused);
}

/** In a browser without popovers the app opens the menu. */
function followMenu() {
  const menu = document.getElementById(MENU_ID);
  const following = new AbortController();
  const { signal } = following;
  menu?.addEventListener('keydown', (event) => keepFocusInside(menu, event), { signal });
  menu?.addEventListener(
    'toggle',
    (event) => {
      const isOpen = String((event as ToggleEvent).newState === 'open');
      for (const button of all('[aria-controls=site-menu]')) {
        button.setAttribute('aria-expanded', isOpen);
      }
    },
    { signal },
  );
  return () => following.abort();
}

/** The contents of a legal text mark the section that is being read. */
function followContents() {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[aria-labelledby=contents] a')];
  if (links.length === 0) return undefined;
  const ids = links.map(({ hash }) => hash.slice(1));
  const mark = () => {
    const current = sectionInView(ids);
    links.forEach((link, place) => {
      if (ids[place] === current) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    });
  };
  mark();
  return onViewChange(mark);
}

/** A link to a section of this page scrolls smoothly, after the time that the app takes. */
function followLinks() {
  const { style } = document.documentElement;
  let isLate = false;
  const handleClick = (event: MouseEvent) => {
    style.scrollBehavior = '';
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isSection = link?.hash && withoutHash(link.href) === withoutHash(location.href);
    if (!isSection || isForAnotherTab(link, event)) return;
    if (isLate) {
      const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
      style.scrollBehavior = isStill ? '' : 'smooth';
      return;
    }
    event.preventDefault();
    // Pressed again instead of set as the hash, which would neither scroll a second time nor move the focus.
    setTimeout(() => {
      isLate = true;
      link.click();
      isLate = false;
    }, HASH_SCROLL_DELAY_MS);
  };
  addEventListener('click', handleClick);
  return () => {
    removeEventListener('click', handleClick);
    style.scrollBehavior = '';
  };
}

const withoutHash = (href: string) => href.split('#')[0];

/** The page has the year of the build. */
function showYear() {
  const year = String(new Date().getFullYear());
  for (const text of all('[data-year]')) {
    const now = text.textContent.replace(/\d{4}/, year);
    if (now !== text.textContent) text.textContent = now;
  }
}
