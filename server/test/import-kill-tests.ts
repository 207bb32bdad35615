import type { ChildProcess } from 'node:child_process';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { userApi } from '@zhiping/shared/contracts/user.ts';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { expertRow, sheetOfExperts } from './expert-sheets.ts';
import { signedIn } from './factories.ts';
import { sendFile } from './file-helpers.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { takeLock } from './lock-helpers.ts';
import { killProcesses, processesOn } from './process-helpers.ts';
import { sheetOfUsers, userRow } from './sheets.ts';

/** Servers that are killed while they store so many imported rows; all are stored behind the caller's back. */
export const testKilledImports = (many: number) => {
  /** Takes the sheets; the work is done by other nodes. */
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      importLimits: { immediateRows: many - 1, immediateExperts: many - 1 },
    });
    // Every five minutes one of them would leave rows of its own.
    await server.pool.query('update timing_job set paused = true, next_run = null');
  });
  afterAll(() => server.close());
  const { startProcess, stop, takeOver, taskOf, endLease } = processesOn(() => server);
  afterEach(() => killProcesses());

  const upload = async (endpoint: Endpoint, { token, bytes }: { token: string; bytes: Buffer }) => {
    const { body } = await sendFile(server, endpoint, { name: 'a.xlsx', bytes }, { token });
    return (body as { taskId: number }).taskId;
  };

  /** Kill a process while it stores: a lock on this table stops it there, with what comes before already written. */
  const killWhileStoring = async (table: string, child: ChildProcess, begin: () => Promise<number>) => {
    const held = await takeLock(server, [`lock table ${table} in share mode`]);
    const taskId = await begin();
    await held.untilWaiting(1);
    await stop(child, 'SIGKILL');
    await held.release();
    await endLease(taskId);
    return taskId;
  };

  test('a server that is killed while it stores an import leaves nothing of it, and the next one does it once', async () => {
    const stored = async () =>
      (await server.db.selectFrom('sys_user').select('id').where('username', 'like', 'kill%').execute())
        .length;
    const { token } = await signedIn(server.db, { roleIds: [1] });
    const rows = Array.from({ length: many }, (_, index) => userRow(`kill${index}`));
    const bytes = await sheetOfUsers(rows);
    const { child } = await startProcess();
    const taskId = await killWhileStoring('user_role', child, () => upload(userApi.import, { token, bytes }));
    expect([(await taskOf(taskId)).state, await stored()]).toEqual(['running', 0]);

    await takeOver(taskId);
    expect(await taskOf(taskId)).toMatchObject({ attempt: 2, result: { created: many } });
    expect(await stored()).toBe(many);
  });

  /** Rows of every table, but for what calls, the sealing of events and the computation of conflicts leave on their way. */
  const countRows = async (): Promise<Record<string, number>> => {
    const passing = [
      'operation_log',
      'task_input',
      'audit_link',
      'audit_queue',
      'conflict_due',
      'conflict_run',
    ];
    const { rows } = await server.pool.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    );
    const counted: [string, number][] = [];
    for (const { name } of rows.filter((row) => !passing.includes(row.name))) {
      const { rows: found } = await server.pool.query<{ count: number }>(
        `select count(*)::int as count from "${name}" ${name === 'task' ? "where kind not like 'conflict.%'" : ''}`,
      );
      counted.push([name, Number(found[0]?.count)]);
    }
    return Object.fromEntries(counted);
  };
  const difference = (before: Record<string, number>, after: Record<string, number>) =>
    Object.fromEntries(
      Object.entries(after).flatMap(([name, rows]) =>
        rows === before[name] ? [] : [[name, rows - (before[name] ?? 0)]],
      ),
    );

  test('of experts neither persons, accounts, subjects nor events are left half imported', async () => {
    const { token, id } = await signedIn(server.db, { roleIds: [3] });
    const bytes = await sheetOfExperts(Array.from({ length: many }, () => expertRow()));
    const { child } = await startProcess();
    const before = await countRows();
    const taskId = await killWhileStoring('expert_subject', child, () =>
      upload(expertPoolApi.import, { token, bytes }),
    );
    expect((await taskOf(taskId)).state).toBe('running');
    expect(difference(before, await countRows())).toEqual({ task: 1 });

    await takeOver(taskId);
    expect(await taskOf(taskId)).toMatchObject({ attempt: 2, result: { created: many, failed: 0 } });
    expect(difference(before, await countRows())).toEqual({
      task: 1,
      person: many,
      sys_user: many,
      user_role: many,
      expert: many,
      expert_subject: many,
      audit_event: many,
      notification: 1,
    });
    const { rows: events } = await server.pool.query(
      `select action, count(*)::int as count, count(distinct entity_id)::int as experts from audit_event
       where actor_id = $1 group by action`,
      [id],
    );
    expect(events).toEqual([{ action: 'expert.created', count: many, experts: many }]);
  });
};
