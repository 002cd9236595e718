import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  anonymous,
  asService,
  call,
  createAudiences,
  followLink,
  rpc,
  signUp,
} from '../support/backend';

test('R-01: an owner approves the email shown in the request, not a later one', async () => {
  const { owner } = await createAudiences();
  const shown = `shown-${randomUUID().slice(0, 8)}@visitor.test`;
  const other = `other-${randomUUID().slice(0, 8)}@visitor.test`;
  const person = await signUp(shown);
  expect((await rpc(person, 'request_staff_access')).status).toBe(204);
  const read = () => call(owner, 'GET', `/rest/v1/staff_requests?select=id&email=eq.${shown}`);
  const args = { request_id: (await read()).data[0].id, member_role: 'owner' };

  await call(person, 'PUT', '/auth/v1/user', { email: other });
  await followLink(shown);
  await call(anonymous, 'POST', '/auth/v1/recover', { email: other });
  const moved = await followLink(other);
  const account = await call(moved, 'GET', '/auth/v1/user');
  expect(account.data).toMatchObject({ email: other, id: person.userId });

  expect(await rpc(owner, 'approve_staff_request', args)).toMatchObject({ status: 404 });
  const members = await asService('GET', `/rest/v1/staff_members?select=email&email=eq.${other}`);
  expect(members.data).toEqual([]);

  expect((await rpc(moved, 'request_staff_access')).status).toBe(204);
  expect((await rpc(owner, 'approve_staff_request', args)).status).toBe(204);
});
