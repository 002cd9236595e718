/** An error of the launcher: the message is one sentence that names the solution. */
export class StackError extends Error {
  /** @param {string} message @param {string} reason */
  constructor(message, reason) {
    super(message);
    this.reason = reason;
  }
}
