import { beforeEach, expect, test } from 'vitest';
import { allEndpoints } from '@zhiping/shared/contracts/all.ts';
import { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { userApi } from '@zhiping/shared/contracts/user.ts';
import { askedWith } from '@zhiping/shared/rules/confirmation/acts.ts';
import { completeCycle, moveCycle, readCycle } from '../../../test/cycle-helpers.ts';
import { openTestSession, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';

/** Who asks must still be allowed to when it is confirmed, and confirms it with no account that they can open. */

let server: TestServer;
let office: Awaited<ReturnType<typeof signedIn>>;
let cycleId: number;
beforeEach(async () => {
  server = await startTestServer({ clock: travellingClock(new Date('2026-04-01T10:00:00+08:00')) });
  office = await signedIn(server.db, { roleIds: [3] });
  cycleId = await completeCycle(server, office.token);
  await moveCycle(server, office.token, { id: cycleId, event: 'publish' });
  return () => server.close();
});

const ask = async (token: string) =>
  server.call(cycleApi.saveRules, {
    token,
    body: { id: cycleId, reason: '上级规定', rules: { R2: { values: { most: 0 } } } } as never,
  });
const confirm = (token: string, id: number) =>
  server.call(confirmationApi.confirm, { token, params: { id }, body: { note: null } });
const setRoles = async (userId: number, roleIds: number[]) => {
  await server.pool.query('delete from user_role where user_id = $1', [userId]);
  for (const roleId of roleIds)
    await server.pool.query('insert into user_role (user_id, role_id) values ($1, $2)', [userId, roleId]);
};

test.each([
  ['lost every role', []],
  ['became a supervisor', [4]],
])('nothing is confirmed for an asker who %s', async (_, roleIds) => {
  const second = await signedIn(server.db, { roleIds: [3] });
  const { body } = await ask(office.token);
  await setRoles(office.id, roleIds);
  expect((await confirm(second.token, body.confirmationId!)).error?.code).toBe('confirmation.asker_gone');
  expect((await readCycle(server, second.token, cycleId)).ruleVersion).toBe(1);
  await setRoles(office.id, [3]);
  expect((await confirm(second.token, body.confirmationId!)).status).toBe(204);
});

test('nobody confirms with an account that they opened, or whose password they set', async () => {
  const root = await signedIn(server.db, { roleIds: [1] });
  const { body: opened } = await server.call(userApi.create, {
    token: root.token,
    body: {
      username: 'second-of-root',
      nickName: '另一人',
      phone: '13612340001',
      email: 'second@example.edu.cn',
      enabled: true,
      dept: { id: 4 },
      roles: [{ id: 3 }],
    } as never,
  });
  const own = await openTestSession(server.db, opened.id);
  const reset = await signedIn(server.db, { roleIds: [3] });
  await server.call(userApi.resetPassword, { token: root.token, body: [reset.id] });
  const { body } = await ask(root.token);
  for (const token of [own, await openTestSession(server.db, reset.id)])
    expect((await confirm(token, body.confirmationId!)).status).not.toBe(204);
  expect((await readCycle(server, root.token, cycleId)).ruleVersion).toBe(1);
  expect((await confirm(office.token, body.confirmationId!)).status).toBe(204);
});

test('nobody confirms with an account that they changed, nor for one', async () => {
  const root = await signedIn(server.db, { roleIds: [1] });
  const changed = await signedIn(server.db, { roleIds: [3] });
  const note = (actor: number, entity: number) =>
    server.pool.query(
      `insert into audit_event (actor_id, action, entity, entity_id, detail) values ($1, 'user.changed', 'user', $2, '{}')`,
      [actor, String(entity)],
    );
  await note(root.id, changed.id);
  const asked = await ask(root.token);
  expect((await confirm(changed.token, asked.body.confirmationId!)).status).not.toBe(204);
  await note(office.id, root.id);
  expect((await confirm(office.token, asked.body.confirmationId!)).status).not.toBe(204);
  const other = await signedIn(server.db, { roleIds: [3] });
  expect((await confirm(other.token, asked.body.confirmationId!)).status).toBe(204);
});

test('each act is asked with a permission that a call needs', () => {
  const needed = new Set(allEndpoints.flatMap(({ access }) => access as string | string[]));
  for (const permissions of Object.values(askedWith))
    for (const permission of permissions) expect(needed).toContain(permission);
});
