import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WEB_BASE } from '@zhiping/shared/constants.ts';
import { registerWebApp } from './web-app.ts';

const CODE = 'export const words = "职称评审";';

let app: FastifyInstance;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zhiping-web-'));
  await mkdir(join(directory, 'assets'));
  await writeFile(join(directory, 'index.html'), '<html><!--site--></html>');
  await writeFile(join(directory, 'assets', 'start-1.js'), CODE);
  await writeFile(join(directory, 'assets', 'start-1.js.gz'), gzipSync(CODE));
  app = Fastify();
  await registerWebApp(app, directory, { footerTxt: '</script>', caseNumber: '', helpPhone: '' });
});
afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});

const get = (path: string, headers = {}) => app.inject({ url: `${WEB_BASE}${path}`, headers });

test('a script is sent as compressed at the build, and uncompressed to clients that need it', async () => {
  const compressed = await get('/assets/start-1.js', { 'accept-encoding': 'gzip, deflate' });
  expect(compressed.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(compressed.rawPayload.equals(gzipSync(CODE))).toBe(true);
  const plain = await get('/assets/start-1.js');
  expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, CODE]);
});

test('every other address is the page, a missing file is none', async () => {
  const page = await get('/pool/expert');
  expect(page.body).toContain('\\u003c/script>');
  expect(page.headers['cache-control']).toBe('no-cache');
  expect((await get('/assets/gone-1.js')).statusCode).toBe(404);
});
