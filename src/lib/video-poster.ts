import { parseVideo } from '@contracts/video';

/**
 * Turns the link of a video into its poster: the picture if it has one, the title, and what pressing it
 * does. Nothing is loaded from the host before that.
 */
export function settleVideo(link: HTMLAnchorElement) {
  const video = parseVideo(link.getAttribute('href') ?? '');
  if (!video) {
    link.removeAttribute('class');
    return;
  }
  const picture = link.querySelector('img');
  const title = link.textContent?.trim() || picture?.alt || `Video on ${video.host}`;
  if (picture) picture.alt = '';
  const part = (className: string, text: string) => {
    const element = link.ownerDocument.createElement('span');
    element.className = className;
    element.textContent = text;
    return element;
  };
  const caption = part('video-caption', '');
  caption.append(
    part('sr-only', 'Play video: '),
    part('video-title', title),
    part('video-note', `Plays here and connects you to ${video.host}`),
  );
  link.className = video.isTall ? 'video video-tall' : 'video';
  link.replaceChildren(...(picture ? [picture] : []), caption);
}
