import { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { countersNow, countUp } from './counters.ts';
import { signedIn } from './factories.ts';
import type { TestServer } from './harness.ts';

/** Times that a test sets instead of the usual ones of a cycle. */
export type Times = Partial<
  Record<
    | 'applyOpensAt'
    | 'applyClosesAt'
    | 'collegeClosesAt'
    | 'reportClosesAt'
    | 'bodyClosesAt'
    | 'eligibilityClosesAt'
    | 'reviewClosesAt',
    string | null
  >
>;

export const usualTimes = {
  applyOpensAt: '2026-09-01',
  applyClosesAt: '2026-09-30',
  reportClosesAt: '2026-10-15',
  eligibilityClosesAt: '2026-10-31',
  reviewClosesAt: '2026-11-30',
  cutoffDay: '2026-12-31',
};

export const newCycle = async (server: TestServer, token: string, copyOf?: number) => {
  const number = countUp('cycles');
  const { status, body, error } = await server.call(cycleApi.create, {
    token,
    body: { name: `2026 年度评审 ${number}`, year: 2026, organiser: '省教育厅', copyOf },
  });
  if (status !== 201) throw new Error(error.message);
  return body.id;
};

/** The newest text of each kind. */
export const newestTexts = async (server: TestServer) => {
  const texts = await server.db
    .selectFrom('commitment_text')
    .select(['id', 'kind'])
    .orderBy('version')
    .execute();
  return Object.fromEntries(texts.map(({ kind, id }) => [kind, id]));
};

/** A draft with everything that publication asks for. Of staff it asks for no signature, or every test of the office would begin with one. */
export const completeCycle = async (server: TestServer, token: string, times: Times = {}) => {
  const id = await newCycle(server, token);
  const steps = [
    [
      cycleApi.saveBasic,
      {
        name: `2026 年度评审 ${countersNow().cycles}`,
        year: 2026,
        organiser: '省教育厅',
        committee: '省高校教师高级职称评审委员会',
        filedDay: '2026-03-01',
        filingNo: '备〔2026〕1 号',
        appointMode: 'apart',
        blind: true,
      },
    ],
    [
      cycleApi.saveScope,
      {
        targets: [
          { titleSeries: '1', titleLevel: 'fullSenior', quota: null },
          { titleSeries: '1', titleLevel: 'associateSenior', quota: 30 },
        ],
      },
    ],
    [cycleApi.saveSchedule, { ...usualTimes, ...times }],
    [
      cycleApi.saveTexts,
      { notice: '请按时申报。', commitments: { ...(await newestTexts(server)), staff: null } },
    ],
  ] as const;
  for (const [endpoint, body] of steps) {
    const { status, error } = await server.call(endpoint, { token, body: { ...body, id } });
    if (status !== 200) throw new Error(`${endpoint.path}: ${error.message}`);
  }
  return id;
};

type StepEndpoint = (typeof cycleApi)[
  | 'saveBasic'
  | 'saveSchedule'
  | 'saveRules'
  | 'saveMaterials'
  | 'saveForm'
  | 'saveTexts'];

/** Changes the rules of a published cycle: one account asks, another of the office confirms. */
export const changeByTwo = async (
  server: TestServer,
  endpoint: StepEndpoint,
  { token, body }: { token: string; body: object },
): Promise<void> => {
  const second = await signedIn(server.db, { roleIds: [3] });
  const asked = await server.call(endpoint, { token, body: body as never });
  if (asked.status !== 200) throw new Error(asked.error.message);
  if (asked.body.confirmationId === null) throw new Error('one person alone changed the rules');
  const answer = await server.call(confirmationApi.confirm, {
    token: second.token,
    params: { id: asked.body.confirmationId },
    body: { note: null },
  });
  if (answer.status !== 204) throw new Error(answer.error.message);
};

export const moveCycle = (
  server: TestServer,
  token: string,
  { id, event, ...body }: { id: number; event: string; version?: number; reason?: string },
) => server.call(cycleApi.move, { token, params: { id, event: event as 'publish' }, body });

export const readCycle = async (server: TestServer, token: string, id: number) => {
  const { status, body, error } = await server.call(cycleApi.detail, { token, params: { id } });
  if (status !== 200) throw new Error(error.message);
  return body;
};

/** How many answers have each status. */
export const countsOf = (answers: readonly { status: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]),
  );

/** From now on its experts read whose files these are; a cycle that is published says so from the beginning. */
export const openNames = (server: TestServer, cycleId: number) =>
  server.pool.query(
    `alter table rule_set disable trigger user; update rule_set set content = content || '{"blind": false}'
     where cycle_id = ${cycleId}; alter table rule_set enable trigger user; update cycle set blind = false where id = ${cycleId}`,
  );
