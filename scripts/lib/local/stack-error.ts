/** An error of the launcher: the message is one sentence that names the solution. */
export class StackError extends Error {}
