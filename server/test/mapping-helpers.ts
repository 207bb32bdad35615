import { type Cycle, cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { signedIn } from './factories.ts';
import { startTestServer, type TestServer, travellingClock } from './harness.ts';
import { publish, readyCycle } from './project-helpers.ts';
import { drawableExperts, eligibleProjects, conductDraw, newDraw, newSecret } from './review-helpers.ts';

export const basicOf = (cycle: Cycle) => {
  const { id, version, name, year, organiser, committee, filingNo, filedDay, appointMode, blind } = cycle;
  return { id, version, name, year, organiser, committee, filingNo, filedDay, appointMode, blind };
};

/** A draw with its result, in a blind cycle that covers who has which file once it is released. */
const coveredDraw = async (server: TestServer, office: string) => {
  await drawableExperts(server, 8);
  const cycleId = await readyCycle(server, office);
  const cycle = (await server.call(cycleApi.detail, { token: office, params: { id: cycleId } })).body;
  const body = { ...basicOf(cycle), mappingConsent: true };
  const saved = await server.call(cycleApi.saveBasic, { token: office, body });
  if (saved.status !== 200) throw new Error(saved.error.message);
  await publish(server, office, cycleId);
  await eligibleProjects(server, cycleId, 4);
  const drawId = await newDraw(server, office, { cycleId, plan: { isWitnessed: false } });
  await conductDraw(server, drawId, [{ token: office, secret: newSecret() }]);
  return { cycleId, drawId };
};

export type OfficeUser = Awaited<ReturnType<typeof signedIn>>;

/** A server of its own with such a draw, its clock, and two people of the office. */
export const startCovered = async () => {
  const clock = travellingClock(new Date('2026-09-10T10:00:00+08:00'));
  const server = await startTestServer({ clock, work: {} });
  const office = await signedIn(server.db, { roleIds: [3] });
  const second = await signedIn(server.db, { roleIds: [3] });
  return { clock, server, office, second, ...(await coveredDraw(server, office.token)) };
};
