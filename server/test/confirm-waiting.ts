import { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { drawApi } from '@zhiping/shared/contracts/draw.ts';
import { signedIn } from './factories.ts';
import type { TestServer } from './harness.ts';

/** Another officer confirms a request. */
export const confirmOne = async (server: TestServer, id: number) => {
  const { token } = await signedIn(server.db, { roleIds: [3] });
  return server.call(confirmationApi.confirm, { token, params: { id }, body: { note: null } });
};

type Asked = { status: number; body: { confirmationId: number | null } };

/** The answer of a call, or of its confirmation where it asks a second person. */
export const withSecond = <T extends Asked>(server: TestServer, asked: T) =>
  asked.status === 200 && asked.body.confirmationId !== null
    ? confirmOne(server, asked.body.confirmationId)
    : asked;

/** Another officer confirms everything that waits. */
export const confirmWaiting = async (server: TestServer): Promise<void> => {
  const { token } = await signedIn(server.db, { roleIds: [3] });
  const waiting = await server.call(confirmationApi.list, { token, query: { state: 'waiting', size: 100 } });
  for (const { id } of waiting.body.content) {
    const { status, error } = await server.call(confirmationApi.confirm, {
      token,
      params: { id },
      body: { note: null },
    });
    if (status !== 204) throw new Error(error?.message);
  }
};

/** Aborts a draw, with another person where two are needed. */
export const abortWithTwo = async (
  server: TestServer,
  id: number,
  token: string | undefined,
  reason: string,
) => {
  const asked = await server.call(drawApi.abort, { token, params: { id }, body: { reason } });
  if (asked.status < 300 && asked.body.confirmationId !== null) await confirmWaiting(server);
  return asked;
};

/** Makes two accounts those of one person: one applies, the other is an expert. */
export const joinPersons = (server: TestServer, one: number, other: number) =>
  server.pool.query(
    `with human as (insert into person (id_card_hash, id_card_sealed) values (sha256('joined'), 'joined') returning id),
      first as (insert into applicant (person_id, user_id) select id, $1 from human)
    insert into expert (user_id, name, person_id) select $2, '同一人', id from human`,
    [one, other],
  );
