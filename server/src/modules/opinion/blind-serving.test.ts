import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { API_BASE } from '@zhiping/shared/constants.ts';
import { allEndpoints } from '@zhiping/shared/contracts/all.ts';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { blindCopyApi } from '@zhiping/shared/contracts/blind-copy.ts';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { reviewApi as api } from '@zhiping/shared/contracts/review.ts';
import { BLIND_NAME, type BlindProject, digest, openBlindRound } from '../../../test/blind-round.ts';
import { changeByTwo } from '../../../test/cycle-helpers.ts';
import { signedIn } from '../../../test/factories.ts';
import { requestOf, startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import { readsOf } from '../../../test/leak-requests.ts';
import { basicOf } from '../../../test/mapping-helpers.ts';
import { drawableExperts, tasksOf, wholeOpinion } from '../../../test/review-helpers.ts';

/** Content that a blind expert receives over the wire, attacked from outside and with an own assignment. */

const clock = travellingClock(new Date('2026-09-10T10:00:00+08:00'));
let server: TestServer;
let office: string;
let cycleId: number;
let experts: Awaited<ReturnType<typeof drawableExperts>>;
type Expert = (typeof experts)[number];
/** Token of an expert who lost their role in a test. */
let gone = '';
let projects: BlindProject[];

const sign = (expert: Expert) =>
  server.call(api.commit, { token: expert.token, body: { cycleId, version: 1, agreed: true } });
const read = async (expert: Expert, id: number) =>
  (await server.call(api.read, { token: expert.token, params: { id } })).body;
const bytesOf = (expert: Expert, id: number, file: number, headers: Record<string, string> = {}) =>
  server.app.inject({
    url: `${API_BASE}/api/review/${id}/material/${file}`,
    headers: { authorization: expert.token, ...headers },
  });
/** An expert with an assignment that is not submitted. */
const tasked = async (skip = 0) => {
  const found = [];
  for (const expert of experts.filter(({ token }) => token !== gone)) {
    const [task] = (await tasksOf(server, expert)).filter(({ status }) =>
      ['released', 'accepted', 'reviewing'].includes(status),
    );
    if (task) found.push({ expert, id: task.assignmentId });
  }
  return found[skip]!;
};
const projectOf = async (id: number) => {
  const { rows } = await server.pool.query<{ project_id: string }>(
    'select project_id from assignment where id = $1',
    [id],
  );
  return projects.find((one) => one.id === Number(rows[0]!.project_id))!;
};

beforeAll(async () => {
  server = await startTestServer({ clock, work: {} });
  office = (await signedIn(server.db, { roleIds: [3] })).token;
  experts = await drawableExperts(server, 8);
  ({ cycleId, projects } = await openBlindRound(server, office));
});
afterAll(() => server.close());

describe('a blind expert', () => {
  test('gets nothing before signing, not even with the number of the material', async () => {
    const { expert, id } = await tasked();
    const { work } = await projectOf(id);
    for (const file of [1, work]) {
      const answer = await bytesOf(expert, id, file);
      expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([404, '材料不存在']);
    }
    expect(await read(expert, id)).toMatchObject({ works: null, files: [] });
  });

  test('learns no number but that of the assignment: materials are counted, and only the works', async () => {
    const { expert, id } = await tasked();
    await sign(expert);
    const desk = await read(expert, id);
    expect(desk.files).toEqual([
      expect.objectContaining({ id: 1, name: '代表作 1', format: 'pdf', isReady: true }),
    ]);
    const { work, proof } = await projectOf(id);
    for (const file of [work, proof, 2])
      for (const answer of [
        await bytesOf(expert, id, file),
        await server.app.inject(
          requestOf(api.reading, {
            token: expert.token,
            params: { id, materialId: file },
            body: { page: 1, isRead: false },
          }),
        ),
      ])
        expect([file, answer.statusCode]).toEqual([file, 404]);
  });

  test('reads the released copy and never the original, in whole and in parts', async () => {
    const { expert, id } = await tasked();
    await sign(expert);
    const { work } = await projectOf(id);
    const { rows } = await server.pool.query<{ sha256: string; result_sha256: string; bytes: string }>(
      `select project_material.sha256, result_sha256, blind_copy.bytes from blind_copy
        join project_material on project_material.id = material_id where material_id = $1`,
      [work],
    );
    const copy = rows[0]!;
    const whole = await bytesOf(expert, id, 1);
    expect(whole.statusCode).toBe(200);
    expect(digest(whole.rawPayload)).toBe(copy.result_sha256);
    const part = await bytesOf(expert, id, 1, { range: 'bytes=0-99' });
    expect([part.statusCode, part.rawPayload.length]).toEqual([206, 100]);
    expect(part.headers['content-range']).toBe(`bytes 0-99/${copy.bytes}`);
    for (const { headers } of [whole, part]) {
      const text = decodeURIComponent(JSON.stringify(headers));
      expect(text).not.toContain(copy.sha256);
      expect(text).not.toMatch(/慕容|隐名|天津/);
      expect(headers['cache-control']).toBe('no-store');
    }
    // Also with conditional or malformed headers.
    const asked: Record<string, string>[] = [
      { range: 'bytes=0-9', 'if-range': `"${copy.sha256}"` },
      { range: 'bytes=99999999-' },
      { range: 'bytes=0-1,5-9' },
      { range: `bytes=-${'9'.repeat(400)}` },
    ];
    for (const headers of asked)
      expect(digest((await bytesOf(expert, id, 1, headers)).rawPayload)).toBe(copy.result_sha256);
  });

  test('takes the copy along where the cycle allows it, and only then', async () => {
    const { expert, id } = await tasked();
    await sign(expert);
    const { work } = await projectOf(id);
    const take = (materialId: number, token = expert.token) =>
      server.app.inject({
        ...requestOf(api.download, { params: { id, materialId } }),
        headers: { authorization: token, range: 'bytes=0-9' },
      });
    const allow = async (materialDownload: boolean) => {
      const cycle = (await server.call(cycleApi.detail, { token: office, params: { id: cycleId } })).body;
      const body = { ...basicOf(cycle), materialDownload, reason: '专家要求' };
      await changeByTwo(server, cycleApi.saveBasic, { token: office, body });
    };
    expect((await read(expert, id)).cycle.materialDownload).toBe(false);
    const refused = await take(1);
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      400,
      '本批次的材料只能在线阅读，不能下载',
    ]);

    await allow(true);
    expect((await read(expert, id)).cycle.materialDownload).toBe(true);
    const taken = await take(1);
    expect([taken.statusCode, digest(taken.rawPayload)]).toEqual([
      200,
      digest((await bytesOf(expert, id, 1)).rawPayload),
    ]);
    const { rows } = await server.pool.query(
      `select entity_id::float8 as entity_id, detail from audit_event where action = 'review.material_downloaded'`,
    );
    expect(rows).toEqual([{ entity_id: id, detail: { material: work } }]);
    for (const [materialId, token] of [
      [work, expert.token],
      [2, expert.token],
      [1, (await tasked(1)).expert.token],
    ] as const)
      expect((await take(materialId, token)).statusCode).toBe(404);

    await allow(false);
    expect((await take(1)).statusCode).toBe(400);
  });

  test('reads nothing of a copy that is taken back, made anew, or of another file than was covered', async () => {
    const { expert, id } = await tasked();
    await sign(expert);
    const { work } = await projectOf(id);
    const isServed = async () => (await bytesOf(expert, id, 1)).statusCode === 200;
    expect(await isServed()).toBe(true);
    const withdrawn = await server.call(blindCopyApi.withdraw, { token: office, params: { id: work } });
    expect(withdrawn.status).toBe(204);
    expect(await isServed()).toBe(false);
    expect((await read(expert, id)).files[0]).toMatchObject({ isReady: false, bytes: 0, pages: null });
    const { body: saved } = await server.call(api.save, {
      token: expert.token,
      params: { id },
      body: {
        version: (await read(expert, id)).version,
        opinion: wholeOpinion(),
        client: 'tab1',
        seconds: 5,
      },
    });
    const submitted = await server.call(api.submit, {
      token: expert.token,
      params: { id },
      body: { version: saved.version },
    });
    expect(submitted.error).toMatchObject({ code: 'assignment.unreadable' });
    expect((await read(expert, id)).can.submit).toBe(submitted.error!.message);
    await server.pool.query(
      `update blind_copy set state = 'released', released_by = 1, released_at = now() where material_id = $1`,
      [work],
    );
    expect(await isServed()).toBe(true);
    await server.pool.query(
      `update blind_copy set source_sha256 = 'x' || source_sha256 where material_id = $1`,
      [work],
    );
    expect(await isServed()).toBe(false);
    await server.pool.query(
      `update blind_copy set source_sha256 = substr(source_sha256, 2) where material_id = $1`,
      [work],
    );
  });

  test('reads facts about the works without those that reveal their owner', async () => {
    const { expert, id } = await tasked();
    await sign(expert);
    const desk = await read(expert, id);
    const [work] = desk.works!;
    expect(work).toMatchObject({ title: '一篇论文', rank: 1, people: 2 });
    expect(work!.contribution).toContain('提出并验证了方法');
    expect(work!.contribution).not.toMatch(/慕|教[书書]|天津大学|example/);
  });

  test('hears nothing of applicant, school, files or other experts from any call there is', async () => {
    const { expert, id } = await tasked();
    const other = await tasked(1);
    const { id: project, work } = await projectOf(id);
    const probes = {
      isFew: true,
      ids: [id, other.id, project, work, expert.expertId, other.expert.expertId, cycleId],
      numbers: [1],
      named: {},
      rows: {},
      words: ['教书', '专家'],
      others: ['true'],
      required: ['/desk/task'],
      range: ['2020-01-01 00:00:00', '2090-01-01 00:00:00'],
    } as never;
    const others = experts.flatMap((one, index) => (one === expert ? [] : [`专家${index + 1}号`]));
    const names = new RegExp([BLIND_NAME, '隐名材料', 'a@example.edu.cn', ...others].join('|'));
    const told: string[] = [];
    for (const endpoint of allEndpoints.filter(({ method }) => method === 'GET'))
      for (const { input } of readsOf(endpoint, probes)) {
        const answer = await server.app.inject(requestOf(endpoint, { ...input, token: expert.token }));
        const text = `${decodeURIComponent(JSON.stringify(answer.headers))}\n${answer.body}`;
        const [name] = names.exec(text) ?? [];
        if (name) told.push(`${endpoint.path} ${JSON.stringify(input)}: ${name}`);
      }
    expect(told).toEqual([]);
  });

  test('cannot distinguish a foreign assignment from a missing one', async () => {
    const { expert, id } = await tasked();
    const other = await tasked(1);
    await sign(expert);
    const calls = (one: number) => [
      requestOf(api.read, { params: { id: one } }),
      requestOf(api.save, {
        params: { id: one },
        body: { version: 0, opinion: wholeOpinion(), client: 'tab1', seconds: 1 },
      }),
      requestOf(api.submit, { params: { id: one }, body: { version: 0 } }),
      requestOf(api.move, { params: { id: one }, body: { event: 'recuse', reason: '认识' } }),
      requestOf(api.material, { params: { id: one, materialId: 1 } }),
      requestOf(api.download, { params: { id: one, materialId: 1 } }),
      requestOf(api.reading, { params: { id: one, materialId: 1 }, body: { page: 1, isRead: true } }),
      requestOf(api.revisions, { params: { id: one } }),
      requestOf(api.commit, { body: { assignmentIds: [one], version: 1, agreed: true } }),
      requestOf(api.commit, { body: { assignmentIds: [id, one], version: 1, agreed: true } }),
    ];
    const answers = async (one: number) => {
      const told = [];
      for (const call of calls(one)) {
        const { statusCode, body } = await server.app.inject({
          ...call,
          headers: { authorization: expert.token },
        });
        told.push(`${statusCode} ${body.replaceAll(/"(requestId|timestamp)":("[^"]*"|\d+)/g, '')}`);
      }
      return told;
    };
    expect(await answers(other.id)).toEqual(await answers(12_345));
  });
});

describe('nothing of a file is left to', () => {
  const closed = async (expert: Expert, id: number) => {
    const statuses = [
      (await server.call(api.read, { token: expert.token, params: { id } })).status,
      (await bytesOf(expert, id, 1)).statusCode,
      (
        await server.call(api.save, {
          token: expert.token,
          params: { id },
          body: { version: 0, opinion: wholeOpinion(), client: 'tab1', seconds: 1 },
        })
      ).status,
      (await server.call(api.submit, { token: expert.token, params: { id }, body: { version: 0 } })).status,
    ];
    const kept = await server.call(api.revisions, { token: expert.token, params: { id } });
    return [...statuses, kept.body.totalElements ?? 0];
  };

  test('an expert who recused', async () => {
    const { expert, id } = await tasked();
    await sign(expert);
    await server.call(api.save, {
      token: expert.token,
      params: { id },
      body: { version: 0, opinion: wholeOpinion(), client: 'tab1', seconds: 1 },
    });
    await server.call(api.move, {
      token: expert.token,
      params: { id },
      body: { event: 'recuse', reason: '认识' },
    });
    expect(await closed(expert, id)).toEqual([404, 404, 404, 404, 0]);
  });

  test('a replaced expert: it is not in their list either', async () => {
    const { expert, id } = await tasked();
    await sign(expert);
    const { rows } = await server.pool.query<{ version: number }>(
      'select version from assignment where id = $1',
      [id],
    );
    const replaced = await server.call(assignmentApi.replace, {
      token: office,
      params: { id },
      body: { version: rows[0]!.version, reason: '联系不上' },
    });
    expect(replaced.status, replaced.error?.message).toBe(200);
    expect(await closed(expert, id)).toEqual([404, 404, 404, 404, 0]);
    expect((await tasksOf(server, expert)).map(({ assignmentId }) => assignmentId)).not.toContain(id);
  });

  test('an expert who was disabled, or lost the role', async () => {
    const { expert, id } = await tasked();
    await sign(expert);
    const enable = (enabled: boolean) =>
      server.pool.query('update expert set enabled = $2 where id = $1', [expert.expertId, enabled]);
    await enable(false);
    expect(await closed(expert, id)).toEqual([404, 404, 404, 404, 0]);
    expect(
      (await server.call(api.list, { token: expert.token, params: { id: expert.expertId } })).status,
    ).toBe(403);
    await enable(true);
    const { rows } = await server.pool.query<{ user_id: string }>(
      'select user_id from expert where id = $1',
      [expert.expertId],
    );
    gone = expert.token;
    await server.pool.query('delete from user_role where user_id = $1', [rows[0]!.user_id]);
    expect((await closed(expert, id)).slice(0, 4)).toEqual([403, 403, 403, 403]);
  });

  test('an expert with a later conflict, in words that do not say with whom', async () => {
    const { expert, id } = await tasked(1);
    await sign(expert);
    const { id: project } = await projectOf(id);
    await server.pool.query(
      `insert into conflict (cycle_id, project_id, expert_id, kind, pinned, pin_reason, pinned_at, evidence, source, computed_at)
        values ($1, $2, $3, 'declared', 'block', '师生', now(), '师生', 'office', now())`,
      [cycleId, project, expert.expertId],
    );
    const answer = await server.call(api.read, { token: expert.token, params: { id } });
    expect([answer.status, answer.error?.message]).toEqual([400, '这份材料暂停评审，请等待评审办安排']);
    expect((await bytesOf(expert, id, 1)).statusCode).toBe(400);
    const saved = await server.call(api.save, {
      token: expert.token,
      params: { id },
      body: { version: 0, opinion: wholeOpinion(), client: 'tab1', seconds: 1 },
    });
    expect([saved.status, saved.error?.message]).toEqual([400, '这份材料暂停评审，请等待评审办安排']);
    const { body } = await server.call(api.list, { token: expert.token, params: { id: expert.expertId } });
    expect(body.content.filter(({ isHalted }) => isHalted).map((one) => one.assignmentId)).toEqual([id]);
    // Declining is still possible.
    const left = await server.call(api.move, {
      token: expert.token,
      params: { id },
      body: { event: 'recuse', reason: '师生' },
    });
    expect(left.status, left.error?.message).toBe(204);
  });
});
