import { hasUfo } from './create-clouds';

/** Long enough to have read the title. */
export const UFO_DELAY_MS = 3000;

/**
 * Decides, once for each page load, whether a UFO flies among the clouds.
 *
 * @param place `data-ufo` is the address of its picture
 */
export function decideOnUfo(place: HTMLElement, random: () => number = Math.random) {
  const { ufo } = place.dataset;
  if (ufo === '' || ufo === undefined) return;
  // Neither the app after the page script, nor an effect that runs twice, decides again.
  place.dataset.ufo = '';
  if (!hasUfo(random())) return;
  setTimeout(() => {
    const picture = Object.assign(new Image(), { src: ufo, alt: '' });
    // The style sheet hides a place without a picture.
    picture.onerror = () => picture.remove();
    place.append(picture);
  }, UFO_DELAY_MS);
}
