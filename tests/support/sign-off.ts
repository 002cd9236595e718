import { randomUUID } from 'node:crypto';
import { call, rpc, type Caller } from './backend';

/** The message of a refused write. */
export const NOT_APPROVED = 'The client has not approved these words';

export type Asked = { id: string; token: string; document: string };

/** Asks a client to approve what is saved. */
export async function askClient(
  staff: Caller,
  document: string,
  version = 1,
  more: Record<string, unknown> = {},
): Promise<Asked> {
  const { status, data } = await rpc(staff, 'ask_sign_off', {
    ...{ document_id: document, expected_version: version, client_name: 'Dana Whitlock' },
    ...more,
  });
  if (status !== 200) throw new Error(JSON.stringify(data));
  return { ...data, document };
}

export const openLink = async (who: Caller, token: string, passphrase: string | null = null) =>
  (await rpc(who, 'open_sign_off', { token, passphrase })).data;

/** Approves what the link shows now. */
export async function approveLink(
  who: Caller,
  { token }: Pick<Asked, 'token'>,
  more: Record<string, unknown> = {},
) {
  const approval = {
    ...{ id: randomUUID(), name: 'Dana Whitlock', email: null },
    content_hash: (await openLink(who, token)).request?.content_hash,
    ...more,
  };
  return (await rpc(who, 'approve_sign_off', { token, passphrase: null, approval })).data;
}

export const demandApproval = (staff: Caller, id: string) =>
  call(staff, 'POST', '/rest/v1/sign_off_demands', { document_id: id });
