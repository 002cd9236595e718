// The live parts of pages with offices: what time it is there, whether they are open, and their pictures by day and at
// night. A file of its own, so that other pages do not download the offices.
import { offices } from '@brand/texts/offices';
import { skyOver, sunOver } from '@/features/offices/sky';
import { officeTime, openingWords } from '@/features/offices/time';
import { minute } from '@/lib/minute';

/** @returns ends it */
export function watchOffices(): () => void {
  const end = minute.subscribe(show);
  show();
  return () => {
    end();
    // The app sets its own on the whole window.
    for (const glass of document.querySelectorAll(GLASS)) glass.removeAttribute('style');
  };
}

/** What is seen through the window of an office. */
const GLASS = '.office-window > [clip-path]';

function show() {
  const now = new Date(minute.get() ?? Date.now());
  for (const card of document.querySelectorAll<HTMLElement>('[data-office]')) {
    const office = offices.find(({ id }) => id === card.dataset.office);
    if (!office) continue;
    write(card, 'time', officeTime(now, office.timeZone));
    const opening = card.querySelector<HTMLElement>('[data-opening]');
    const words = openingWords(now, office);
    if (opening && words) {
      opening.dataset.opening = words.state;
      write(opening, 'strong', words.state);
      // Its class is the colour of 'Closed'; that of 'Open' comes with the whole stylesheet.
      if (words.state === 'Open') opening.firstElementChild?.removeAttribute('class');
      write(opening, 'span', words.next);
    }
    if (!office.place) continue;
    const glass = card.querySelector<SVGElement>(GLASS);
    if (glass) {
      const sky = skyOver(office.place, now);
      for (const [name, value] of Object.entries(sky)) glass.style.setProperty(name, String(value));
      // The colours of the night come with the app.
      glass.style.filter = `brightness(${1 - sky['--night'] * 0.6})`;
    }
    const [day, night] = card.querySelectorAll('img');
    if (!day || !night) continue;
    const isDay = sunOver(office.place, now).height > 0;
    day.style.display = isDay ? 'block' : 'none';
    night.style.display = isDay ? 'none' : 'block';
  }
}

function write(within: HTMLElement, selector: string, text: string) {
  const place = within.querySelector(selector);
  if (place) place.textContent = text;
}
