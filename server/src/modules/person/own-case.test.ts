import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { drawApi } from '@zhiping/shared/contracts/draw.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { readCycle } from '../../../test/cycle-helpers.ts';
import { signedIn } from '../../../test/factories.ts';
import { joinPersons } from '../../../test/confirm-waiting.ts';
import { commitOf, newDraw, newSecret } from '../../../test/review-helpers.ts';
import { startWorld } from '../../../test/worlds.ts';

/** Who is one person where no identity number says so. */

let world: Awaited<ReturnType<typeof startWorld<'eligible'>>>;
beforeAll(async () => {
  world = await startWorld('eligible');
});
afterAll(() => world.server.close());

let count = 0;
const freshNumber = () => `151777${String((count += 1)).padStart(5, '0')}`;
const setNumber = (id: number, phone: string, proven: string | null = null) =>
  world.server.pool.query('update sys_user set phone = $2, proven_phone = $3 where id = $1', [
    id,
    phone,
    proven,
  ]);
const viewed = async (token: string, id: number) =>
  (await world.server.call(projectApi.read, { token, params: { id } })).status;
const project = () => world.projects[0]!;

/** A request of one that another answers. */
const askRules = async (token: string) => {
  const { rules } = await readCycle(world.server, token, world.cycleId);
  const asked = await world.server.call(cycleApi.saveRules, {
    token,
    body: { id: world.cycleId, reason: '调整', rules: { ...rules, R2: { values: { most: 0 } } } } as never,
  });
  return asked.body.confirmationId as number;
};
const confirm = async (token: string, id: number) =>
  (await world.server.call(confirmationApi.confirm, { token, params: { id }, body: { note: null } })).status;

test('an officer does not see the project of an account or a record with their number', async () => {
  const { server } = world;
  const number = freshNumber();
  const officer = await signedIn(server.db, { roleIds: [3], phone: number });
  expect(await viewed(officer.token, project().id)).toBe(200);
  const { rows } = await server.pool.query<{ phone: string }>('select phone from sys_user where id = $1', [
    project().userId,
  ]);
  await setNumber(project().userId, number);
  expect(await viewed(officer.token, project().id)).toBe(404);
  await setNumber(project().userId, rows[0]!.phone);
  expect(await viewed(officer.token, project().id)).toBe(200);
  const record = await server.pool.query<{ id: string; phone: string }>(
    'select teacher.id, phone from teacher join project using (person_id) where project.id = $1',
    [project().id],
  );
  const setRecord = (phone: string) =>
    server.pool.query('update teacher set phone = $2 where id = $1', [record.rows[0]!.id, phone]);
  await setRecord(number);
  expect(await viewed(officer.token, project().id)).toBe(404);
  await setRecord(record.rows[0]!.phone);
});

test('a number that a school typed takes no officer out of the cycle, one that its owner proved does', async () => {
  const { server } = world;
  const number = freshNumber();
  const asker = await signedIn(server.db, { roleIds: [3] });
  const officer = await signedIn(server.db, { roleIds: [3], phone: number });
  const { rows } = await server.pool.query<{ phone: string }>('select phone from sys_user where id = $1', [
    project().userId,
  ]);
  await setNumber(project().userId, number, number);
  const first = await askRules(asker.token);
  expect(await confirm(officer.token, first)).toBe(404);
  await setNumber(project().userId, number);
  expect(await confirm(officer.token, first)).toBe(204);
  await setNumber(project().userId, rows[0]!.phone);
});

test('two accounts of staff with one number are no two persons', async () => {
  const { server } = world;
  const number = freshNumber();
  const one = await signedIn(server.db, { roleIds: [3], phone: number });
  const other = await signedIn(server.db, { roleIds: [3], phone: number });
  const { rules } = await readCycle(server, one.token, world.cycleId);
  const asked = await server.call(cycleApi.saveRules, {
    token: one.token,
    body: { id: world.cycleId, reason: '调整', rules: { ...rules, R2: { values: { most: 1 } } } } as never,
  });
  expect(await confirm(other.token, asked.body.confirmationId as number)).toBe(400);
});

test('one person does not give both numbers of a draw by two accounts', async () => {
  const { server, cycleId } = world;
  const office = await signedIn(server.db, { roleIds: [3], phone: freshNumber() });
  const supervisor = await signedIn(server.db, { roleIds: [4] });
  const id = await newDraw(server, office.token, { cycleId, plan: { isWitnessed: true } });
  const commit = (token: string) =>
    server.call(drawApi.commit, { token, params: { id }, body: { commit: commitOf(newSecret()) } });
  expect((await commit(office.token)).status).toBe(204);
  const { rows } = await server.pool.query<{ phone: string }>('select phone from sys_user where id = $1', [
    office.id,
  ]);
  await setNumber(supervisor.id, rows[0]!.phone);
  expect((await commit(supervisor.token)).error?.code).toBe('draw.person');
  await setNumber(supervisor.id, freshNumber());
  await joinPersons(server, office.id, supervisor.id);
  expect((await commit(supervisor.token)).error?.code).toBe('draw.person');
  const { token } = await signedIn(server.db, { roleIds: [4] });
  expect((await commit(token)).status).toBe(204);
});
