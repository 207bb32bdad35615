import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deptApi } from '@zhiping/shared/contracts/dept.ts';
import { conflictApi as api } from '@zhiping/shared/contracts/conflict.ts';
import { confirmWaiting } from '../../../test/confirm-waiting.ts';
import { conflictsDone, findComputed, isBlocked } from '../../../test/conflict-helpers.ts';
import { createExpert, findSchoolId, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import {
  completeProject,
  newApplicant,
  publishedCycle,
  submit,
  withoutFiles,
} from '../../../test/project-helpers.ts';

const SCHOOL = '天津大学';
const clock = travellingClock(new Date('2026-09-10T10:00:00+08:00'));
let server: TestServer;
let token: string;
let cycleId: number;
let projectId: number;

const expertAt = async (school: string) =>
  (await createExpert(server.db, { name: '某专家', school })).expertId;
const isOut = async (expertId: number) => {
  await conflictsDone(server);
  return isBlocked(server, projectId, expertId);
};
const query = (text: string, values: unknown[]) => server.pool.query(text, values);

beforeAll(async () => {
  server = await startTestServer({ clock, work: {} });
  const applicant = await newApplicant(server, SCHOOL);
  token = applicant.office;
  await signedIn(server.db, { roleIds: [3] });
  // Units that were left before the publication only warn.
  cycleId = await publishedCycle(server, token, {
    ...withoutFiles,
    B2: { values: { severity: 'warn' } },
  });
  projectId = await completeProject(server, applicant, cycleId);
  const { status, error } = await submit(server, applicant.token, projectId);
  if (status !== 204) throw new Error(error.message);
  await conflictsDone(server);
});
afterAll(() => server.close());

describe('a record that no longer names the unit frees no expert in a running cycle', () => {
  test('the school of an expert', async () => {
    const expertId = await expertAt(SCHOOL);
    expect(await isOut(expertId)).toBe(true);
    await query('update expert set school_id = $2 where id = $1', [
      expertId,
      await findSchoolId(server.db, '清华大学'),
    ]);
    expect(await isOut(expertId)).toBe(true);
    expect(await findComputed(server, projectId, expertId)).toEqual(['sameUnit block']);
  });

  const stay = (expertId: number, orgId: number | null, toYear: number | null) =>
    query(
      `insert into expert_affiliation (expert_id, org_id, org_name, from_year, to_year) values ($1, $2, $3, 2015, $4)`,
      [expertId, orgId, SCHOOL, toYear],
    );

  test.each([true, false])('the employment, registered: %s', async (isRegistered) => {
    const expertId = await expertAt('清华大学');
    const orgId = isRegistered ? await findSchoolId(server.db, SCHOOL) : null;
    await stay(expertId, orgId, null);
    expect(await isOut(expertId)).toBe(true);
    await query('delete from expert_affiliation where expert_id = $1', [expertId]);
    await stay(expertId, orgId, 2016);
    expect(await isOut(expertId)).toBe(true);
  });

  test('an employment that is saved as it is leaves nothing behind', async () => {
    const expertId = await expertAt('清华大学');
    await stay(expertId, null, 2016);
    await server.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('expert_affiliation').where('expert_id', '=', expertId).execute();
      await tx
        .insertInto('expert_affiliation')
        .values({ expert_id: expertId, org_name: SCHOOL, from_year: 2015, to_year: 2016 })
        .execute();
    });
    expect(await isOut(expertId)).toBe(false);
    const former = await query('select from expert_former_unit where expert_id = $1', [expertId]);
    expect(former.rowCount).toBe(0);
  });

  test('the register of units', async () => {
    const { rows } = await query(
      `insert into dept (name, pid) select '数学学院' || random(), id from dept where name = $1 returning id`,
      [SCHOOL],
    );
    const expertId = await expertAt('清华大学');
    await query('update expert set school_id = $2 where id = $1', [expertId, rows[0]!.id]);
    expect(await isOut(expertId)).toBe(true);
    await query(`update dept set pid = (select id from dept where name = '南开大学') where id = $1`, [
      rows[0]!.id,
    ]);
    expect(await isOut(expertId)).toBe(true);
  });

  test('the register of teachers, and whose person the expert is', async () => {
    const expertId = await expertAt('清华大学');
    const { rows } = await query(
      `insert into person (id_card_hash, id_card_sealed) values (sha256('某专家'), 'sealed') returning id`,
      [],
    );
    await query('update expert set person_id = $2 where id = $1', [expertId, rows[0]!.id]);
    await query(`insert into teacher (person_id, school_id, name, type) values ($1, $2, '某专家', '在职')`, [
      rows[0]!.id,
      await findSchoolId(server.db, SCHOOL),
    ]);
    expect(await isOut(expertId)).toBe(true);
    await query('update expert set person_id = null where id = $1', [expertId]);
    expect(await isOut(expertId)).toBe(true);
    await query('update expert set person_id = $2 where id = $1', [expertId, rows[0]!.id]);
    await query('delete from expert_former_unit where expert_id = $1', [expertId]);
    await query('delete from teacher where person_id = $1', [rows[0]!.id]);
    expect(await isOut(expertId)).toBe(true);
  });
});

test('a unit does not leave its school while its people apply', async () => {
  const { token: admin } = await signedIn(server.db, { roleIds: [2] });
  const [school, other] = [await findSchoolId(server.db, SCHOOL), await findSchoolId(server.db, '南开大学')];
  const { rows } = await query(
    `insert into dept (name, pid) values ('数学学院', $1), ('物理学院', $1) returning id`,
    [school],
  );
  const [unit, empty] = rows.map(({ id }) => Number(id)) as [number, number];
  await query('insert into school (dept_id) values ($1), ($2)', [unit, empty]);
  await query('update project set school_id = $2 where id = $1', [projectId, unit]);
  const move = async (id: number, pid: number) => {
    const { rows: stored } = await query('select name, version from dept where id = $1', [id]);
    const body = { id, pid, name: stored[0]!.name as string, enabled: true, deptSort: 9, version: 0 };
    const { status, error } = await server.call(deptApi.update, {
      token: admin,
      body: { ...body, version: Number(stored[0]!.version) },
    });
    return error?.code ?? status;
  };
  expect(await move(unit, other)).toBe('dept.applying');
  expect(await move(empty, other)).toBe(204);
  expect(await move(unit, empty)).toBe('dept.applying');
  await query(`update project set state = 'withdrawn' where id = $1`, [projectId]);
  expect(await move(unit, other)).toBe(204);
  await query(`update project set state = 'submitted', school_id = $2 where id = $1`, [projectId, school]);
});

test('a decision of one person holds on a warning only, that of two on the evidence that they read', async () => {
  const expertId = await expertAt('清华大学');
  const { rows } = await query(
    `insert into declared_relation (expert_id, kind, unit, reason, declared_by) values ($1, 'unit', $2, '有项目合作', 'office') returning id`,
    [expertId, SCHOOL],
  );
  expect(await isOut(expertId)).toBe(true);
  await query(`update conflict set severity = 'warn' where expert_id = $1`, [expertId]);
  const list = await server.call(api.list, { token, query: { cycleId, expertId } });
  const { id } = list.body.content[0]!;
  const pinned = await server.call(api.pin, {
    token,
    params: { id },
    body: { pinned: 'none', reason: '已核实' },
  });
  expect(pinned.status).toBe(204);
  expect(await isBlocked(server, projectId, expertId)).toBe(false);
  await query(`update declared_relation set reason = '配偶所在单位' where id = $1`, [rows[0]!.id]);
  expect(await isOut(expertId)).toBe(true);

  // Two persons may; and what they decided stays theirs when one makes it stricter.
  const lift = await server.call(api.lift, {
    token,
    params: { id },
    body: { pinned: 'none', reason: '已核实' },
  });
  expect(lift.status, lift.error?.message).toBe(201);
  await confirmWaiting(server);
  expect(await isOut(expertId)).toBe(false);
  await query(`update declared_relation set reason = '本人兼职' where id = $1`, [rows[0]!.id]);
  expect(await isOut(expertId)).toBe(true);
  const stale = await server.call(api.pin, {
    token,
    params: { id },
    body: { pinned: 'none', reason: '已核实' },
  });
  expect(stale.error?.code).toBe('conflict.second');
  await query(`update declared_relation set reason = '配偶所在单位' where id = $1`, [rows[0]!.id]);
  expect(await isOut(expertId)).toBe(false);
  await server.call(api.pin, { token, params: { id }, body: { pinned: 'warn', reason: '从严' } });
  expect(await isOut(expertId)).toBe(false);
  await server.call(api.pin, { token, params: { id }, body: { pinned: 'block', reason: '从严' } });
  const alone = await server.call(api.pin, {
    token,
    params: { id },
    body: { pinned: 'none', reason: '已核实' },
  });
  expect(alone.error?.code).toBe('conflict.second');
});
