import type { SignOffRequest } from './staff-api';

export type WaitingSignOff = {
  request: SignOffRequest;
  /** What it waits for. */
  detail: string;
  /** Since when. */
  at: Date;
  /** Whether it waits for staff; otherwise for the client. */
  isOurs: boolean;
};

/** What waits for staff first, then what waits for clients; each with the newest first. */
export function waitingSignOffs(requests: readonly SignOffRequest[]): WaitingSignOff[] {
  return requests
    .flatMap(waitsFor)
    .toSorted((a, b) => Number(b.isOurs) - Number(a.isOurs) || b.at.getTime() - a.at.getTime());
}

function waitsFor(request: SignOffRequest): WaitingSignOff | [] {
  const { state, openComments, lastCommentAt, approval, clientName, isCurrent, isLive } = request;
  const ours = (detail: string, at: Date) => ({ request, detail, at, isOurs: true });
  if (state === 'change-asked' && lastCommentAt) {
    return ours(`${clientName} asks for a change`, lastCommentAt);
  }
  if (openComments > 0 && lastCommentAt) {
    const noun = openComments === 1 ? 'comment' : 'comments';
    return ours(`${openComments} ${noun} from ${clientName} to answer`, lastCommentAt);
  }
  if (state === 'approved' && approval && !isLive) {
    return ours(`Approved by ${approval.name}: publish it`, approval.at);
  }
  if (state === 'changed') return ours(`Changed since ${clientName} approved it`, request.askedAt);
  if (state === 'expired') {
    return ours(`The link of ${clientName} has expired without an approval`, request.expiresAt);
  }
  if (state !== 'waiting') return [];
  return isCurrent
    ? { request, detail: `Waits for ${clientName}`, at: request.askedAt, isOurs: false }
    : ours(`Changed since you asked ${clientName}`, request.askedAt);
}

/** For the bell: what clients have done that needs staff. */
export function signOffNotices(
  requests: readonly SignOffRequest[],
  addressOf: (request: SignOffRequest) => string,
) {
  return requests.flatMap((request) => {
    const { id, title, clientName, openComments, lastCommentAt, approval, state, isLive } = request;
    const notice = { detail: title, to: addressOf(request) };
    const commented = openComments > 0 &&
      lastCommentAt && {
        ...notice,
        key: `commented ${id} ${lastCommentAt.getTime()}`,
        title:
          state === 'change-asked'
            ? `${clientName} asks for a change`
            : `${clientName} has commented`,
        at: lastCommentAt,
      };
    const approved = state === 'approved' &&
      approval &&
      !isLive && {
        ...notice,
        key: `approved ${id} ${approval.version}`,
        title: `${approval.name} has approved`,
        at: approval.at,
      };
    return [commented, approved].flatMap((one) => one || []);
  });
}
