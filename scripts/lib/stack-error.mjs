/** Something a person can act on: the message is one sentence that names the way out. */
export class StackError extends Error {
  /** @param {string} message @param {string} reason */
  constructor(message, reason) {
    super(message);
    this.reason = reason;
  }
}
