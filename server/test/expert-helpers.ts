import { expect } from 'vitest';
import { expertPoolApi as api } from '@zhiping/shared/contracts/expert-pool.ts';
import { type ExpertCreate } from '@zhiping/shared/contracts/expert-write.ts';
import type { z } from 'zod';
import { findSchoolId, nextIdCard, signedIn } from './factories.ts';
import type { TestServer } from './harness.ts';

export const INITIAL_PASSWORD = 'Initial-Word-2026';
export const expertEnv = { env: { INITIAL_PASSWORD } };

type Change = Partial<Omit<z.input<typeof ExpertCreate>, 'phone' | 'idCard'>> & {
  phone?: string;
  idCard?: string;
};

let number = 0;

/** An office, an officer of a school, two schools, and what is done with experts in every test. */
export const openPool = async (server: TestServer) => {
  const tianjin = await findSchoolId(server.db, '天津大学');
  const nankai = await findSchoolId(server.db, '南开大学');
  const office = await signedIn(server.db, { roleIds: [3] });
  const school = await signedIn(server.db, { roleIds: [9], deptId: tianjin });

  const newExpert = (change: Change = {}) => {
    number += 1;
    return {
      name: '欧阳明月',
      idCard: nextIdCard(),
      phone: `186${String(number).padStart(8, '0')}`,
      email: `expert${number}@example.org`,
      schoolId: tianjin,
      titleSeries: '1',
      titleLevel: 'fullSenior',
      titleName: '教授',
      subjects: [{ path: ['graduate', '08', '0812'], keywords: ['数据库'] }],
      ...change,
    };
  };
  const create = (body: object, token = office.token) =>
    server.call(api.create, { token, body: body as never });
  const added = async (change: Change = {}) => {
    const { status, body, error } = await create(newExpert(change));
    expect(status, JSON.stringify(error)).toBe(201);
    return body.id;
  };
  const read = (id: number, token = office.token) => server.call(api.read, { token, params: { id } });
  /** The body of an unchanged save of this expert. */
  const writeOf = async (id: number) => {
    const { idCard: _masked, subjects, ...rest } = (await read(id)).body;
    return { ...rest, subjects: subjects.map(({ path, keywords }) => ({ path, keywords })) };
  };
  const update = (body: object, token = office.token) =>
    server.call(api.update, { token, body: body as never });
  const list = (query: Record<string, unknown>, token = office.token) =>
    server.call(api.list, { token, query: { size: 1000, ...query } });
  const ids = async (query: Record<string, unknown>, token = office.token) =>
    (await list(query, token)).body.content.map(({ id }) => id);
  const events = async (id: number) =>
    (
      await server.db
        .selectFrom('audit_event')
        .select('action')
        .where('entity', '=', 'expert')
        .where('entity_id', '=', String(id))
        .orderBy('seq')
        .execute()
    ).map(({ action }) => action);
  const switchTo = (id: number, enabled: boolean, token = office.token) =>
    server.call(api.setEnabled, { token, body: { id, enabled, reason: '核查' } });

  return {
    tianjin,
    nankai,
    office,
    school,
    newExpert,
    create,
    added,
    read,
    writeOf,
    update,
    list,
    ids,
    events,
    switchTo,
  };
};
