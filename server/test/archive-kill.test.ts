import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { materialArchiveApi as api } from '@zhiping/shared/contracts/material-archive.ts';
import { findSchoolId, signedIn } from './factories.ts';
import { readablePdf } from './file-helpers.ts';
import { startTestServer, type TestServer, travellingClock } from './harness.ts';
import { uploadArchive } from './import-helpers.ts';
import { zipOf } from './zip-file.ts';
import { takeLock } from './lock-helpers.ts';
import { killProcesses, processesOn } from './process-helpers.ts';
import { completeProject, newApplicant, publishedCycle } from './project-helpers.ts';

const SCHOOL = '天津大学';
const DAY_MS = 86_400_000;
const clock = travellingClock(new Date('2026-09-10T10:00:00+08:00'));

/** Only for its calls; the work is done by processes. */
let server: TestServer;
let officer: string;
let cycleId: number;
beforeAll(async () => {
  server = await startTestServer({ clock });
  await server.pool.query('update timing_job set paused = true, next_run = null');
  const { token } = await signedIn(server.db, { roleIds: [3] });
  cycleId = await publishedCycle(server, token);
  clock.travelTo(new Date());
  const at = (days: number) => new Date(clock.now().getTime() + days * DAY_MS);
  await server.db
    .updateTable('cycle')
    .set({ state: 'applying', apply_opens_at: at(-5), apply_closes_at: at(5), report_closes_at: at(9) })
    .where('id', '=', cycleId)
    .execute();
  const deptId = await findSchoolId(server.db, SCHOOL);
  officer = (await signedIn(server.db, { roleIds: [9], deptId })).token;
});
afterAll(() => server.close());
const { startProcess, stop, taskOf, endLease, takeOver } = processesOn(() => server);
afterEach(() => killProcesses());

const applicantWith = async (staffNo: string) => {
  const person = await newApplicant(server, SCHOOL);
  await server.db
    .updateTable('teacher')
    .set({ staff_no: staffNo })
    .where('id', '=', person.teacherId)
    .execute();
  return completeProject(server, person, cycleId);
};

const newestTask = async (kind: string) => {
  const task = await server.db
    .selectFrom('task')
    .select('id')
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return task.id;
};

/** Number of materials of each project that are complete, and of all. */
const countFiles = async (projects: number[]) => {
  const { rows } = await server.pool.query<{ whole: number; all: number }>(
    `select (count(m.id) filter (where whole))::int as whole, count(m.id)::int as all
     from unnest($1::bigint[]) with ordinality as p (id, at) left join project_material m on m.project_id = p.id
     group by p.at order by p.at`,
    [projects],
  );
  return rows;
};

test('an import of files that is killed keeps those that are whole, and goes on with the others once', async () => {
  const projects = [await applicantWith('K1'), await applicantWith('K2')];
  const entries = await Promise.all(
    ['K1', 'K2'].flatMap((who) =>
      [1, 2, 3].map(async (order) => ({
        name: `${who}_慕容教书_其他材料_${order}_${who}${order}.pdf`,
        data: await readablePdf(`${who}${order}`),
      })),
    ),
  );
  const uploadId = await uploadArchive(server, officer, zipOf(entries));
  const { body } = await server.call(api.create, { token: officer, body: { uploadId, cycleId } });
  await takeOver(await newestTask('materials.check'));
  expect((await server.call(api.commit, { token: officer, params: { id: body.id } })).status).toBe(204);
  const taskId = await newestTask('materials.import');

  // The second project is locked: the import stops before its first file.
  const held = await takeLock(server, [`select from project where id = ${projects[1]} for update`]);
  const { child } = await startProcess();
  await held.untilWaiting(1);
  await stop(child, 'SIGKILL');
  await held.release();
  expect((await taskOf(taskId)).state).toBe('running');
  expect(await countFiles(projects)).toEqual([
    { whole: 3, all: 3 },
    { whole: 0, all: 0 },
  ]);

  await endLease(taskId);
  await takeOver(taskId);
  expect(await taskOf(taskId)).toMatchObject({ attempt: 2, result: { imported: 6, failed: 0 } });
  expect(await countFiles(projects)).toEqual([
    { whole: 3, all: 3 },
    { whole: 3, all: 3 },
  ]);
  const { rows } = await server.pool.query(
    `select action, count(*)::int as count from audit_event
     where action in ('project.material_added', 'project.prefilled') group by action order by action`,
  );
  expect(rows).toEqual([
    { action: 'project.material_added', count: 6 },
    { action: 'project.prefilled', count: 2 },
  ]);
});
