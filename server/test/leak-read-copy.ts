import { expect } from 'vitest';
import { API_BASE } from '@zhiping/shared/constants.ts';
import { allEndpoints } from '@zhiping/shared/contracts/all.ts';
import { Bytes, isNothing } from '@zhiping/shared/endpoint.ts';
import { expertEnv } from './expert-helpers.ts';
import { createTestDatabase, startTestServer } from './harness.ts';
import { keepCopy } from './leak-copy.ts';
import type { LeakWorld } from './leak-look.ts';
import { pdfTexts } from './pdf-texts.ts';

/** Every address that answers with a content, asked for each of these numbers in each of its places. */
const addresses = (numbers: readonly number[]) =>
  allEndpoints
    .filter(({ method, result, params }) => method === 'GET' && result === Bytes && !isNothing(params))
    .flatMap(({ path }) =>
      [...path.matchAll(/:\w+/g)].reduce(
        (made, [name]) => made.flatMap((one) => numbers.map((number) => one.replace(name, String(number)))),
        [path],
      ),
    );

/** A released copy as its expert gets it: asked for in every way, put together from parts, and what other addresses say. */
export const readCopy = async ({ source, world }: LeakWorld) => {
  const { copy, copyTask, copyProject } = world;
  const database = await createTestDatabase(source.name);
  const server = await startTestServer({ ...expertEnv, connection: database.connection });
  try {
    await keepCopy(server, copy);
    const { token } = world.readers.find(({ name }) => name === '评审专家')!;
    const answers: { question: string; text: string }[] = [];
    const get = async (
      path: string,
      headers: Record<string, string> = {},
      method: 'GET' | 'HEAD' = 'GET',
    ) => {
      const answer = await server.app.inject({
        method,
        url: `${API_BASE}${path}`,
        headers: { authorization: token!, ...headers },
      });
      const told = decodeURIComponent(JSON.stringify(answer.headers));
      const question = `${method} ${path} ${JSON.stringify(headers)}: ${answer.statusCode}`;
      answers.push({ question, text: `${told}\n${await pdfTexts(answer.rawPayload)}` });
      return answer;
    };
    const own = `/api/review/${copyTask}/material/1`;
    const whole = await get(own);
    expect(whole.statusCode).toBe(200);
    const total = whole.rawPayload.length;
    const cut = Math.floor(total / 3);
    const parts = [`bytes=0-${cut}`, `bytes=${cut + 1}-${2 * cut}`, `bytes=${2 * cut + 1}-`];
    const pieces: Buffer[] = [];
    for (const range of parts) {
      const part = await get(own, { range });
      expect(part.statusCode).toBe(206);
      pieces.push(part.rawPayload);
    }
    expect(Buffer.concat(pieces).equals(whole.rawPayload)).toBe(true);
    const etags = [`"${copy.source.sha256}"`, `"${copy.result.sha256}"`, String(whole.headers.etag)];
    for (const etag of etags) {
      await get(own, { range: 'bytes=0-99', 'if-range': etag });
      await get(own, { 'if-none-match': etag });
      await get(own, { 'if-match': etag });
    }
    for (const range of ['bytes=-200', 'bytes=0-1,5-9', 'bytes=99999999-']) await get(own, { range });
    await get(own, {}, 'HEAD');
    for (const path of addresses([1, copyTask, copyProject, copy.material])) await get(path);
    return { bytes: whole.rawPayload, answers };
  } finally {
    await server.close();
    await database.drop();
  }
};
