import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WEB_BASE } from '@zhiping/shared/constants.ts';
import { registerWebApp } from './web-app.ts';

const CODE = 'export const words = "职称评审";';

let app: FastifyInstance;
let directory: string;
let sharedAssets: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zhiping-web-'));
  sharedAssets = await mkdtemp(join(tmpdir(), 'zhiping-assets-'));
  await mkdir(join(directory, 'assets'));
  await writeFile(join(directory, 'index.html'), '<html><!--site--></html>');
  await writeFile(join(directory, 'assets', 'start-1.js'), CODE);
  await writeFile(join(directory, 'assets', 'start-1.js.gz'), gzipSync(CODE));
  app = Fastify();
  const site = { footerTxt: '</script>', caseNumber: '', helpPhone: '', version: '1.2.3' };
  await registerWebApp(app, { directory, sharedAssets, site });
});
afterAll(async () => {
  await app.close();
  for (const folder of [directory, sharedAssets]) await rm(folder, { recursive: true });
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

test('assets of another release are sent as soon as they are there', async () => {
  expect((await get('/assets/start-2.js')).statusCode).toBe(404);
  await mkdir(join(sharedAssets, 'maps'));
  await writeFile(join(sharedAssets, 'maps', 'one.bcmap'), 'map');
  await writeFile(join(sharedAssets, 'start-2.js'), CODE);
  await writeFile(join(sharedAssets, 'start-2.js.gz'), gzipSync(CODE));
  const script = await get('/assets/start-2.js', { 'accept-encoding': 'gzip' });
  expect(script.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect((await get('/assets/start-2.js')).body).toBe(CODE);
  expect((await get('/assets/maps/one.bcmap')).body).toBe('map');
});

test('nothing beside the shared assets is sent', async () => {
  const outside = `${sharedAssets}.txt`;
  for (const file of [outside, join(sharedAssets, '.hidden')]) await writeFile(file, 'secret');
  const name = basename(outside);
  for (const path of ['.hidden', `..%2f${name}`, `%2e%2e%2f${name}`, `maps%2f..%2f..%2f${name}`, 'maps', ''])
    expect([403, 404], path).toContain((await get(`/assets/${path}`)).statusCode);
  await rm(outside);
});
