import { afterAll, beforeAll, expect, test } from 'vitest';
import { eligibilityApi as api } from '@zhiping/shared/contracts/eligibility.ts';
import { integrityApi } from '@zhiping/shared/contracts/integrity.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { joinPersons } from '../../../test/confirm-waiting.ts';
import { signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import { nextIdCard } from '../../../test/factories.ts';
import { completeProject, newApplicant, publishedCycle, submit } from '../../../test/project-helpers.ts';

/** What a rule blocks is decided eligible by two persons, never by one. */

let server: TestServer;
let office: string;
let colleague: Awaited<ReturnType<typeof signedIn>>;
let id: number;

beforeAll(async () => {
  server = await startTestServer({ clock: travellingClock(new Date('2026-09-10T10:00:00+08:00')) });
  office = (await signedIn(server.db, { roleIds: [3] })).token;
  colleague = await signedIn(server.db, { roleIds: [3] });
  const idCard = nextIdCard();
  const applicant = await newApplicant(server, '天津大学', { idCard });
  id = await completeProject(server, applicant, await publishedCycle(server, office));
  await submit(server, applicant.token, id);
  await server.pool.query(`update project set state = 'reported' where id = $1`, [id]);
  await server.call(integrityApi.create, {
    token: office,
    body: { name: '某', idCard, role: 'applicant', since: '2026-01-01', reason: '虚假材料', basis: '通报' },
  });
});
afterAll(() => server.close());

const read = async () => {
  const { body } = await server.call(projectApi.read, { token: office, params: { id } });
  if (body?.view !== 'office') throw new Error(`seen as ${body?.view}`);
  return body;
};
const accept = async (token: string) => {
  const { version, rules } = await read();
  const blocked = rules.filter(({ level }) => level !== 'ok').map(({ code }) => code);
  expect(blocked).toContain('C3');
  return server.call(api.decide, {
    token,
    params: { id },
    body: {
      version,
      verdict: 'eligible',
      opinion: '材料已核',
      items: [...rules.map(({ code }) => code), 'genuine'].map((code) => ({
        code,
        isMet: true,
        remark: blocked.includes(code) ? '另有批示' : null,
      })),
    },
  });
};

test('an officer who accepts against a rule only proposes it; another person confirms', async () => {
  expect((await accept(office)).status).toBe(204);
  expect(await read()).toMatchObject({ state: 'reported', eligibility: { step: 'proposed' } });
  expect((await accept(office)).error?.code).toBe('project.four_eyes');
  const first = await server.pool.query<{ id: number }>('select decided_by as id from eligibility_check');
  const same = await signedIn(server.db, { roleIds: [3] });
  await joinPersons(server, Number(first.rows[0]!.id), same.id);
  expect((await accept(same.token)).error?.code).toBe('project.four_eyes');
  expect((await accept(colleague.token)).status).toBe(204);
  expect((await read()).state).toBe('eligible');
});
