/**
 * During the build, requests to the site's URL are sent to the backend's URL.
 *
 * @returns undoes it
 */
export function redirectFetch(siteUrl: string, backendUrl: string) {
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!url.startsWith(siteUrl)) return fetch(input, init);
    const moved = backendUrl + url.slice(siteUrl.length);
    return fetch(input instanceof Request ? new Request(moved, input) : moved, init);
  };
  return () => {
    globalThis.fetch = fetch;
  };
}
