/**
 * Focuses the message inside an outcome that has replaced the focused form. Screen readers read a focused status or
 * alert; of a focused element without a role Orca says no word.
 */
export function focusMessage(outcome: HTMLElement | null) {
  const message = outcome?.querySelector<HTMLElement>('[role=status], [role=alert]');
  if (!message) return;
  message.tabIndex = -1;
  message.focus();
}
