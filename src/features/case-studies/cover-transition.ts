/**
 * The cover is one thing on a card and at the head of its study: where the browser has view
 * transitions, it moves from the one to the other. Styled in styles/index.css.
 */
export function coverTransition(id: string) {
  return { name: `cover-${id}`, share: 'cover', default: 'none' } as const;
}
