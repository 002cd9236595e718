import { parseVideo } from '@contracts/video';

/** What the players need: their own scripts and storage, and windows for "Watch on YouTube". */
const SANDBOX =
  'allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox';

/** Puts the player in the place of the poster, in the same size, and moves the focus to it. */
export function playVideo(link: HTMLAnchorElement) {
  const video = parseVideo(link.href);
  if (!video) return;
  const title = link.querySelector('.video-title')?.textContent ?? '';
  const frame = link.ownerDocument.createElement('iframe');
  const attributes = {
    class: link.className,
    title: `${title} (${video.host} player)`,
    allow: 'autoplay; encrypted-media; fullscreen; picture-in-picture',
    // YouTube refuses to play without the origin.
    referrerpolicy: 'strict-origin',
    sandbox: SANDBOX,
    src: video.player,
  };
  for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value);
  link.replaceWith(frame);
  frame.focus();
}
