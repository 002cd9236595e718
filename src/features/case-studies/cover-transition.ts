/**
 * The cover moves from the card to the head of the study in browsers with view transitions. Styled
 * in styles/index.css.
 */
export function coverTransition(id: string) {
  return { name: `cover-${id}`, share: 'cover', default: 'none' } as const;
}
