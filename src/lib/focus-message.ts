/**
 * Focuses the message inside an outcome that has replaced the focused form. It gets a name, because Orca reads the
 * name of what is focused, and nothing of what is inside it.
 *
 * @param words where the message has more than these, such as a button
 */
export function focusMessage(outcome: HTMLElement | null, words?: string) {
  const message = outcome?.querySelector<HTMLElement>('[role=status], [role=alert]');
  if (!message) return;
  message.tabIndex = -1;
  message.ariaLabel = words ?? message.textContent;
  message.focus();
}
