import { IMAGE_FAILURE, reportImageFailure } from './failure';

/**
 * Looks after the pictures in the HTML of an article, as `Image` does after its own: one that does
 * not come is tried without its copies, then gives way to words in the same room.
 *
 * @returns what ends it
 */
export function watchArticlePictures(article: HTMLElement): () => void {
  let isWatching = true;
  // Errors do not bubble; they are met on their way down.
  article.addEventListener('error', handleError, true);
  for (const picture of article.querySelectorAll('img')) {
    // In a prerendered page the error may have come before anybody listened.
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
