/**
 * Whether the key belongs to an input method (Japanese, Chinese, accents): its Enter takes a suggestion and means nothing
 * to the page. Safari ends the composition before the event, whose only sign is the key code.
 */
export const isComposing = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
  isComposing || keyCode === 229;
