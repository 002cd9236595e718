// Who acted, as the audit trail and the mails to owners name it where an event has no actor.

/** Triggers on the tables of Auth write these. Auth does not tell them who asked for the change. */
const OF_AUTH = /^(?:staff (?:account|password) |second factor )/;

export function describeUnknownActor(action: string): string {
  return OF_AUTH.test(action)
    ? 'the account itself, also by a mailed link, or the service key'
    : 'not a signed-in person (the service key or SQL)';
}
