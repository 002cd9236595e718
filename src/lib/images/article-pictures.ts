import { IMAGE_FAILURE, reportImageFailure } from './failure';

/**
 * Handles pictures that fail to load in the HTML of an article, as the component `Image` does for
 * its own: first try without `srcset`, then show text of the same size.
 *
 * @returns a function that stops watching
 */
export function watchArticlePictures(article: HTMLElement): () => void {
  let isWatching = true;
  // Error events do not bubble, so listen in the capturing phase.
  article.addEventListener('error', handleError, true);
  for (const picture of article.querySelectorAll('img')) {
    // In a prerendered page the error may have fired before this listener was added.
    if (!picture.complete || picture.naturalWidth > 0) continue;
    picture.decode().catch(() => {
      if (isWatching) handleFailure(picture);
    });
  }
  return () => {
    isWatching = false;
    article.removeEventListener('error', handleError, true);
  };
}

function handleError({ target }: Event) {
  if (target instanceof HTMLImageElement) handleFailure(target);
}

function handleFailure(picture: HTMLImageElement) {
  if (picture.hasAttribute('srcset')) {
    picture.removeAttribute('srcset');
    return;
  }
  const words = picture.ownerDocument.createElement('span');
  words.className = 'picture-failed';
  const [width, height] = [picture.getAttribute('width'), picture.getAttribute('height')];
  if (width !== null && height !== null) {
    words.style.aspectRatio = `${width} / ${height}`;
    words.style.width = `${width}px`;
  }
  const failure = picture.ownerDocument.createElement('strong');
  failure.textContent = IMAGE_FAILURE;
  words.append(failure, picture.alt === '' ? '' : ` ${picture.alt}`);
  picture.replaceWith(words);
  reportImageFailure('medium');
}
