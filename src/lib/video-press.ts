/** Plays the video whose poster was pressed. Without a connection the browser follows the link. */
export function handleVideoPress(event: MouseEvent) {
  const link =
    event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a.video');
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  import('./play-video').then(
    ({ playVideo }) => playVideo(link),
    () => location.assign(link.href),
  );
}
