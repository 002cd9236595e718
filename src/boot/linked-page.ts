/** The link of an event that leads to another page of this site in the same tab. */
export function linkedPage({ target }: Event): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || link.origin !== location.origin || link.target !== '') return undefined;
  return link.pathname === location.pathname ? undefined : link;
}
