/** What is pressed or submitted by this event and needs a script; null leaves it to the browser. */
export function keptTarget(event: Event): HTMLElement | null {
  const target = (event.target as Element).closest<HTMLElement>(
    event.type === 'submit' ? 'form' : 'button,.video,[aria-haspopup]',
  );
  // A button with `popovertarget` works without a script.
  if (!target || (target as HTMLButtonElement).popoverTargetElement) return null;
  return isForAnotherTab(target, event as MouseEvent) ? null : target;
}

/** A link that is pressed with such a key opens another tab or a download. */
export function isForAnotherTab(target: Element, event: MouseEvent): boolean {
  const { altKey, ctrlKey, metaKey, shiftKey } = event;
  return target.localName === 'a' && (altKey || ctrlKey || metaKey || shiftKey);
}
