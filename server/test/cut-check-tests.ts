import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectCheckApi } from '@zhiping/shared/contracts/project-check.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { schoolApi } from '@zhiping/shared/contracts/school.ts';
import { type CutCall, type Cuttable, cuttable, whole } from './cut-server.ts';
import { findSchoolId, signedIn } from './factories.ts';
import { inState, openWorld, type StepWorld, storedOf } from './project-steps.ts';

/** The office, which stands for a supervising body as any unit does that is no school. */
const BODY_ID = 2;

/** The steps of those who check before and after the school, wherever they are cut. */
export const testCheckCuts = (cutCall: CutCall) => {
  let world: StepWorld;
  let server: Cuttable;
  let collegeId: number;
  let tokens: { college: string; school: string; body: string };
  beforeAll(async () => {
    world = await openWorld();
    server = cuttable(world.server);
    const { db, pool } = world.server;
    const pid = await findSchoolId(db, '天津大学');
    const college = await world.server.call(schoolApi.create, {
      token: world.office,
      body: { name: '求是学院', pid, enabled: true },
    });
    collegeId = college.body.id;
    const officer = async (deptId: number) => (await signedIn(db, { roleIds: [9], deptId })).token;
    tokens = {
      college: await officer(collegeId),
      school: world.people['school']!,
      body: await officer(BODY_ID),
    };
    await pool.query('update school set body_id = $1 where dept_id = $2', [BODY_ID, pid]);
  });
  afterAll(async () => {
    await server.close();
    await world.server.close();
  });

  test.each([
    ['handOn', 'submitted', 'college'],
    ['sendBack', 'submitted', 'school'],
    ['endorse', 'reported', 'body'],
    ['giveBack', 'reported', 'body'],
    ['return', 'reported', 'body'],
  ] as const)('%s of what is %s by the %s', async (event, state, who) => {
    const { server: running, pool } = world;
    const { reference, ...found } = await cutCall(server, async () => {
      const one = await inState(world, state);
      await pool.query(
        `update cycle set college_closes_at = '2026-10-10', body_closes_at = '2026-10-30' where id = $1`,
        [world.cycleId],
      );
      await pool.query('update project set school_id = $2, check_step = $3 where id = $1', [
        one.id,
        collegeId,
        who,
      ]);
      // Some messages are left once until they are read.
      await pool.query('update notification set read_time = now() where read_time is null');
      const { version } = await storedOf(world, one);
      const body = { version, reason: '请处理' };
      const token = tokens[who];
      if (event === 'return')
        return () =>
          running.call(projectApi.return, { token, params: { id: one.id }, body: { ...body, reasons: [] } });
      return () => running.call(projectCheckApi.verdict, { token, params: { id: one.id, event }, body });
    });
    expect(reference).toMatchObject({ state_event: 1, audit_event: 1 });
    expect(found).toEqual(whole(reference));
  });
};
