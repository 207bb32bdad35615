import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eligibilityApi as api } from '@zhiping/shared/contracts/eligibility.ts';
import { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import { later } from '../../platform/clock.ts';
import { moveCycle } from '../../../test/cycle-helpers.ts';
import { type EligibilityWorld, openEligibility, START } from '../../../test/eligibility-world.ts';
import { signedIn } from '../../../test/factories.ts';
import type { TestServer } from '../../../test/harness.ts';
import { addProof, readProject } from '../../../test/project-helpers.ts';
import { lapseSupplements } from './lapse-supplements.ts';

let world: EligibilityWorld;
let server: TestServer;
let office: string;
let colleague: string;
/** An officer of the applicant's school. */
let school: string;
let cycleId: number;
let applicant: Awaited<ReturnType<EligibilityWorld['reported']>>['applicant'];
let id: number;

beforeAll(async () => {
  world = await openEligibility();
  ({ server, office, colleague, school, cycleId } = world);
});
beforeEach(async () => {
  ({ id, applicant } = await world.reported());
});
afterAll(() => server.close());

describe('a decision', () => {
  test('is taken item by item, stored with its rules, and shown to school and applicant', async () => {
    expect((await world.decide(office)).body).toEqual({ confirmationId: null });
    const view = await world.viewed(office, 'office');
    expect(view).toMatchObject({
      state: 'eligible',
      eligibility: { step: 'decided', verdict: 'eligible', opinion: '材料已核', ruleVersion: 1 },
      history: [{ event: '判定合格', note: '材料已核' }, { event: '提交' }],
    });
    expect(view.eligibility?.items.map(({ code }) => code)).toEqual(
      world.itemsOf(view).map(({ code }) => code),
    );
    expect((await world.viewed(school, 'school')).outcome).toMatchObject({ verdict: 'eligible', unmet: [] });
    expect(await readProject(server, applicant.token, id)).toMatchObject({
      state: 'eligible',
      outcome: { verdict: 'eligible' },
    });
  });

  test('against a project names the rule and the reason', async () => {
    const change = { A6: { isMet: false, remark: '任现职只有四年' } };
    expect((await world.decide(office, { verdict: 'ineligible', change })).body).toEqual({
      confirmationId: null,
    });
    const { outcome, state } = await readProject(server, applicant.token, id);
    expect(state).toBe('ineligible');
    expect(outcome?.unmet).toEqual([
      { title: '任现职年限', message: expect.stringContaining('（') as string, remark: '任现职只有四年' },
    ]);
    // Only the office sees who decided.
    expect(JSON.stringify(await world.read(school))).not.toContain('decidedBy');
  });

  test.each([
    [
      'eligible with an item that is not met',
      'eligible',
      { A6: { isMet: false, remark: '不足' } },
      '有不符合的项目',
    ],
    ['unmet without a reason', 'ineligible', { A6: { isMet: false } }, '请写明「任现职年限」不符合的理由'],
    ['ineligible with everything met', 'ineligible', {}, '判定不合格须至少有一项不符合'],
    ['of items that are not those', 'eligible', { A6: { code: 'Z9' } }, '审查项目已更新'],
  ] as const)('%s is refused', async (_, verdict, change, message) => {
    const { status, error } = await world.decide(office, { verdict, change });
    expect([status, error.message]).toEqual([400, expect.stringContaining(message)]);
    expect((await world.viewed(office, 'office')).state).toBe('reported');
  });

  test('on an earlier version is refused', async () => {
    const { version } = await world.viewed(office, 'office');
    expect((await world.decide(office)).body).toEqual({ confirmationId: null });
    expect((await world.decide(colleague, { version })).status).toBe(409);
  });

  test('is refused to the school, the applicant and all others', async () => {
    expect((await world.decide(school)).status).toBe(403);
    expect((await world.decide(applicant.token)).status).toBe(403);
    expect((await world.supplement(school)).status).toBe(403);
    expect((await world.undo(school)).status).toBe(403);
    const supervisor = (await signedIn(server.db, { roleIds: [4] })).token;
    expect((await world.decide(supervisor)).status).toBe(403);
  });

  test('can be reopened until the review begins', async () => {
    await world.decide(office);
    expect((await world.undo(colleague, '收到新的材料')).status).toBe(204);
    expect(await world.viewed(office, 'office')).toMatchObject({
      state: 'reported',
      eligibility: { step: 'reopened', opinion: '收到新的材料', verdict: null },
    });
    await world.decide(office);
    await server.pool.query(`update cycle set state = 'reviewing' where id = $1`, [cycleId]);
    const { status, error } = await world.undo(office);
    await server.pool.query(`update cycle set state = 'applying' where id = $1`, [cycleId]);
    expect([status, error.message]).toEqual([400, '本批次资格审查已结束']);
  });

  test('is refused while the cycle is suspended', async () => {
    await moveCycle(server, office, { id: cycleId, event: 'suspend', reason: '核查' });
    const { status, error } = await world.decide(office);
    await moveCycle(server, office, { id: cycleId, event: 'resume', reason: '核查完成' });
    expect([status, error.message]).toEqual([400, '批次已暂停：核查']);
  });
});

describe('supplements', () => {
  test('are requested once, with a deadline, and return to the office', async () => {
    expect((await world.supplement(office)).status).toBe(204);
    const asked = await readProject(server, applicant.token, id);
    // Thursday the 10th plus five working days, across a weekend.
    expect(asked).toMatchObject({
      state: 'supplementing',
      lastReturn: {
        kind: 'supplement',
        dueAt: '2026-09-17 23:59:59',
        reason: '材料不全',
        reasons: [{ path: 'statement.text', message: '请补充' }],
      },
      can: { edit: true, submit: true },
    });
    await world.edit((form) => ({ ...form, statement: { text: '补充后的述职' } }));
    expect((await world.handIn()).status).toBe(204);
    expect(await world.viewed(office, 'office')).toMatchObject({
      state: 'reported',
      snapshot: { round: 2 },
      form: { statement: { text: '补充后的述职' } },
      can: { supplement: '已要求过一次补正，不能再次要求（一次性告知）' },
    });
    expect((await world.supplement(colleague)).error.code).toBe('project.supplement_once');
  });

  test('are announced to the applicant in the app and by letter with the deadline', async () => {
    await world.supplement(office);
    const { rows: messages } = await server.pool.query(
      'select kind, text, link from notification where user_id = $1',
      [applicant.userId],
    );
    expect(messages).toEqual([
      {
        kind: 'warning',
        text: '评审办要求补正您的申报，逾期视为放弃，请尽快查看。',
        link: `/apply/project?id=${id}`,
      },
    ]);
    const { rows: letters } = await server.pool.query(
      `select outbox.content from outbox join sys_user on recipient in (phone, email) where sys_user.id = $1
       and content like '%补正%'`,
      [applicant.userId],
    );
    expect(letters).toEqual([
      { content: expect.stringContaining('请于 2026-09-17 23:59:59 前登录系统补正') as string },
    ]);
  });

  test('can be materials, and nothing else of the form can change', async () => {
    await world.supplement(office, ['attachments']);
    await world.edit((form) => ({ ...form, statement: { text: '借机改写' } }));
    const { status, error } = await world.handIn();
    expect([status, error.message]).toEqual([400, '「个人述职」不在补正清单中，请恢复原来的内容：个人述职']);
    await world.edit((form) => ({ ...form, statement: { text: '述职' } }));
    await addProof(server, applicant.token, { id, text: '补充证明' });
    expect((await world.handIn()).status).toBe(204);
    expect((await world.viewed(office, 'office')).materials).toHaveLength(1);
  });

  test.each([
    ['the last second', '2026-09-17T23:59:59+08:00', 204, 'reported'],
    ['a second later', '2026-09-18T00:00:00+08:00', 400, 'withdrawn'],
  ])('submitted in %s follow the deadline', async (_, moment, status, state) => {
    await world.supplement(office);
    world.clock.travelTo(new Date(moment));
    expect((await world.handIn()).status).toBe(status);
    await lapseSupplements(server.db, world.clock.now());
    expect((await readProject(server, applicant.token, id)).state).toBe(state);
  });

  test('that were not submitted leave the project readable for office and school, without further steps', async () => {
    await world.supplement(office);
    world.clock.travelTo(later(START, 20 * 86_400_000));
    await lapseSupplements(server.db, world.clock.now());
    const kept = await world.viewed(office, 'office');
    expect(kept.state).toBe('withdrawn');
    expect(Object.values(kept.can)).not.toContain(true);
    expect((await world.viewed(school, 'school')).state).toBe('withdrawn');
    expect((await world.decide(office)).status).toBe(404);
    const { body } = await server.call(projectListApi.list, { token: office, query: { id } });
    expect(body.content[0]).toMatchObject({
      state: 'withdrawn',
      titleLevel: 'associateSenior',
      isReadable: true,
    });
  });

  test('do not lapse while the cycle is suspended, and lapse once', async () => {
    await world.supplement(office);
    world.clock.travelTo(later(START, 20 * 86_400_000));
    await server.pool.query(`update cycle set suspended_reason = '核查' where id = $1`, [cycleId]);
    await lapseSupplements(server.db, world.clock.now());
    expect((await readProject(server, applicant.token, id)).state).toBe('supplementing');
    await server.pool.query(`update cycle set suspended_reason = null where id = $1`, [cycleId]);
    await Promise.all(Array.from({ length: 4 }, () => lapseSupplements(server.db, world.clock.now())));
    const { history } = await readProject(server, applicant.token, id);
    expect(history.filter(({ event }) => event.startsWith('逾期'))).toHaveLength(1);
  });

  test('that cannot lapse for a fault leave later ones to lapse', async () => {
    await world.supplement(office);
    const broken = { id, token: applicant.token };
    ({ id, applicant } = await world.reported());
    await world.supplement(office);
    await server.pool.query(`create function break_lapse() returns trigger language plpgsql as $$
      begin
        if new.id = ${broken.id} and new.state = 'withdrawn' then raise exception 'broken'; end if;
        return new;
      end $$`);
    await server.pool.query(
      'create trigger break_lapse before update on project for each row execute function break_lapse()',
    );
    world.clock.travelTo(later(START, 20 * 86_400_000));
    await expect(lapseSupplements(server.db, world.clock.now())).rejects.toThrow('broken');
    await server.pool.query('drop function break_lapse cascade');
    expect((await readProject(server, broken.token, broken.id)).state).toBe('supplementing');
    expect((await readProject(server, applicant.token, id)).state).toBe('withdrawn');
    await lapseSupplements(server.db, world.clock.now());
    expect((await readProject(server, broken.token, broken.id)).state).toBe('withdrawn');
  });

  test('are refused for unknown parts of the form', async () => {
    const { status, error } = await world.supplement(office, ['research.papers.nothing']);
    expect([status, error.code]).toEqual([400, 'project.no_place']);
  });
});

describe('many projects at once', () => {
  const acceptClear = (token: string, ids: number[]) =>
    server.call(api.acceptClear, { token, body: { ids, opinion: '批量审查' } });

  test('are accepted if they break no rule; the others are reported with the reason', async () => {
    const clear = id;
    const { id: exceptional } = await world.reported('exceptional');
    const { id: submitted } = await world.reported();
    await world.setState('submitted', submitted);
    const { status, body } = await acceptClear(office, [clear, exceptional, submitted, 999_999]);
    expect(status).toBe(200);
    expect(body.succeeded).toBe(1);
    expect(body.failed.map(({ id: one, message }) => [one, message])).toEqual([
      [exceptional, '须由两人审查，不能批量判定'],
      [submitted, '申报目前为「已提交」，不能「判定合格」'],
      [999_999, '申报不存在'],
    ]);
    expect((await world.read(office, clear))?.state).toBe('eligible');
  });

  test('are accepted only by the office', async () => {
    expect((await acceptClear(school, [id])).status).toBe(403);
  });
});
