import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { LIVE_PATH } from '@zhiping/shared/live.ts';
import type { TestServer } from './harness.ts';
import type { Reader } from './leak-readers.ts';

/** The open page of a reader: all that its websocket brings until the server ends it. */
const openPage = async (port: number, { name, token = '' }: Reader) => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/title${LIVE_PATH}`);
  const frames: string[] = [];
  socket.addEventListener('message', ({ data }) => frames.push(String(data)));
  const closed = once(socket, 'close');
  await once(socket, 'open');
  const greeted = Promise.race([once(socket, 'message'), closed]);
  socket.send(JSON.stringify({ kind: 'hello', token }));
  await greeted;
  return { name, frames, closed };
};

/** A page for each reader, also without a session. */
export const openPages = async (server: TestServer, readers: readonly Reader[]) => {
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.app.server.address() as AddressInfo;
  const pages = await Promise.all(readers.map((reader) => openPage(port, reader)));
  /** Sessions end last, which every page learns after all other messages. Repetitions are not compared. */
  const close = async () => {
    await server.pool.query('delete from session');
    await Promise.all(pages.map(({ closed }) => closed));
    return pages.map(({ name, frames }) => ({ name, frames: [...new Set(frames)].toSorted() }));
  };
  return { close };
};

/**
 * Expected messages to some of these readers while others work, so that silence is not the reason why nothing leaks.
 */
export const heard: Record<string, RegExp> = {
  评审办: /"kind":"round"/,
  监督员: /"kind":"round"/,
  申报人: /申报/,
  评审专家: /份评审没有提交/,
  学校职称管理员: /申报/,
};
