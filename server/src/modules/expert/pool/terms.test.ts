import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { expertApi } from '@zhiping/shared/contracts/expert.ts';
import { createExpert } from '../../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../../test/harness.ts';
import { clearEndedTerms, warnEndingTerms, termWarning } from './terms.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const TODAY = '2026-06-01';

const inTerm = async (termEndsAt: string, change: { enabled?: boolean } = {}) => {
  const expert = await createExpert(server.db);
  await server.db
    .updateTable('expert')
    .set({
      confirmed_at: new Date(),
      term_start: `${Number(termEndsAt.slice(0, 4)) - 3}${termEndsAt.slice(4)}`,
      term_ends_at: termEndsAt,
      ...change,
    })
    .where('id', '=', expert.expertId)
    .execute();
  return expert;
};

describe('a warning', () => {
  test('goes once a term to those whose term ends within the days', async () => {
    const soon = await inTerm('2026-07-01');
    const today = await inTerm(TODAY);
    await inTerm('2026-07-02');
    await inTerm('2026-05-31');
    await inTerm('2026-06-15', { enabled: false });
    const taken = await warnEndingTerms(server.db, TODAY, 30);
    expect(new Set(taken.map(({ expertId }) => expertId))).toEqual(new Set([soon.expertId, today.expertId]));
    expect(taken.find(({ userId }) => userId === soon.id)).toMatchObject({
      name: '张三丰',
      phone: '13800000000',
      termEndsAt: '2026-07-01',
    });
    expect(await warnEndingTerms(server.db, TODAY, 30)).toEqual([]);
    const messages = await server.db.selectFrom('notification').select(['user_id', 'text', 'link']).execute();
    expect(new Set(messages.map(({ user_id: userId }) => userId))).toEqual(new Set([soon.id, today.id]));
    expect(messages.find(({ user_id: userId }) => userId === soon.id)).toMatchObject({
      text: expect.stringContaining('将于 2026-07-01 到期'),
      link: '/check/expert/confirmation',
    });
  });

  test('says by when, and what to do', () => {
    const text = termWarning({
      expertId: 1,
      userId: 1,
      name: '张三丰',
      phone: null,
      email: null,
      termEndsAt: '2026-07-01',
    });
    expect(text).toContain('将于 2026-07-01 到期');
  });

  test('is taken by one node only', async () => {
    await inTerm('2026-06-20');
    const both = await Promise.all([
      warnEndingTerms(server.db, TODAY, 30),
      warnEndingTerms(server.db, TODAY, 30),
    ]);
    expect(both.flat()).toHaveLength(1);
  });
});

describe('a term that is over', () => {
  test('asks for confirmation again, which starts the next one', async () => {
    const over = await inTerm('2026-05-31');
    const running = await inTerm(TODAY);
    const cleared = await clearEndedTerms(server.db, TODAY, new Date());
    expect(cleared).toContain(over.expertId);
    expect(cleared).not.toContain(running.expertId);
    expect(await clearEndedTerms(server.db, TODAY, new Date())).toEqual([]);
    const info = await server.call(authApi.info, { token: over.token });
    expect(info.body.expert?.confirmedAt).toBeNull();
    const { body } = await server.call(expertApi.confirm, { token: over.token });
    expect(body.confirmedAt).not.toBeNull();
    expect((body.termEndsAt as string) > TODAY).toBe(true);
  });
});
