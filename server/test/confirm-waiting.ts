import { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { drawApi } from '@zhiping/shared/contracts/draw.ts';
import { signedIn } from './factories.ts';
import type { TestServer } from './harness.ts';

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
