import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { signedIn } from './factories.ts';
import { png } from './file-helpers.ts';
import { startTestServer, type TestServer } from './harness.ts';

/** Senders that hold a connection as long as they can, over real sockets. */

const DRIP_MS = 20;
const LIMITS = { bodyMs: 600, slowMs: 100, leastBytes: 1000, mostSlow: 5, mostConnections: 20 };

let server: TestServer;
let port: number;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ bodyLimits: LIMITS });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = server.app.server.address() as AddressInfo);
  ({ token } = await signedIn(server.db, { roleIds: [1] }));
});
const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});
afterAll(() => server.close());

/** Send a head and then a piece at a time until there is no more of it; what was answered until the connection ended. */
const drip = (head: string[], piece: string, pieces = Infinity): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    open.push(socket);
    let text = '';
    let sent = 0;
    const timer = setInterval(() => {
      if (sent < pieces) socket.write(piece);
      sent += 1;
    }, DRIP_MS);
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(timer);
      resolve(text);
    });
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
  });

const head = (path: string, length: number, ...more: string[]) => [
  `POST /title${path} HTTP/1.1`,
  'host: localhost',
  `content-length: ${length}`,
  ...more,
];
const json = 'content-type: application/json';
const login = () => head('/auth/login', 1_000_000, json);

test.each([
  ['of a public call', () => login()],
  ['of a call that was refused already', () => head('/api/job', 1_000_000, json)],
  ['of an address that does not exist', () => head('/api/nothing', 1_000_000, json)],
  ['of a call with a session', () => head('/api/job', 1_000_000, json, `authorization: ${token}`)],
])('a dripping body %s ends', async (_, of) => {
  const text = await drip(of(), ' ');
  expect(text).toMatch(/^HTTP\/1\.1 4\d\d /);
});

test('its sender gets an answer', async () => {
  const text = await drip(login(), ' ');
  expect(text).toMatch(/^HTTP\/1\.1 408 /);
  expect(JSON.parse(text.split('\r\n\r\n')[1] as string)).toMatchObject({
    status: 408,
    code: 'http.too_slow',
    message: '提交的内容传输过慢，请检查网络后重试',
  });
});

const form = (content: string) =>
  `--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n${content}\r\n--x--\r\n`;
const upload = (length: number) =>
  head(
    '/api/localStorage',
    length,
    'connection: close',
    'content-type: multipart/form-data; boundary=x',
    `authorization: ${token}`,
  );

test('an upload may take longer while it moves', async () => {
  const content = form(`${png().toString('latin1')}${'.'.repeat(20_000)}`);
  const bytes = Buffer.from(content, 'latin1');
  const pieces = Math.ceil((LIMITS.bodyMs * 3) / DRIP_MS);
  const size = Math.ceil(bytes.length / pieces);
  const answered = new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    open.push(socket);
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('close', () => resolve(text));
    socket.write(`${upload(bytes.length).join('\r\n')}\r\n\r\n`);
    let at = 0;
    const timer = setInterval(() => {
      socket.write(bytes.subarray(at, at + size));
      at += size;
      if (at >= bytes.length) clearInterval(timer);
    }, DRIP_MS);
  });
  expect(await answered).toMatch(/^HTTP\/1\.1 201 /);
});

test('an upload that hardly moves ends', async () => {
  const text = await drip(upload(1_000_000), ' ');
  expect(text).toMatch(/^HTTP\/1\.1 4\d\d /);
});

test('an upload that was refused already ends, however it moves', async () => {
  const text = await drip(
    head('/api/localStorage', 50_000_000_000, 'content-type: multipart/form-data; boundary=x'),
    '.'.repeat(LIMITS.leastBytes),
  );
  expect(text).toMatch(/^HTTP\/1\.1 401 /);
});

test('of one address only so many', async () => {
  const answers = await Promise.all(Array.from({ length: LIMITS.mostSlow + 3 }, () => drip(login(), ' ')));
  const statuses = answers.map((text) => text.slice(9, 12)).toSorted();
  expect(statuses).toEqual([...Array<string>(LIMITS.mostSlow).fill('408'), '429', '429', '429']);
});

test('and only so many connections', async () => {
  const waiting = Array.from({ length: LIMITS.mostConnections }, () => connect(port, '127.0.0.1'));
  open.push(...waiting);
  await Promise.all(waiting.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  const text = await drip(['GET /title/health/live HTTP/1.1', 'host: localhost', 'connection: close'], '', 0);
  expect(text).toBe('');
  for (const socket of waiting) socket.destroy();
  const live = () =>
    fetch(`http://127.0.0.1:${port}/title/health/live`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(live).toBe(200);
});

test.each([
  [
    'a head that is too large',
    [`GET /title/api/job?q=${'a'.repeat(20_000)} HTTP/1.1`, 'host: localhost'],
    431,
    '请求头过大',
  ],
  ['a method that nobody knows', ['FOO /title/api/job HTTP/1.1', 'host: localhost'], 400, '请求格式不正确'],
  ['what is no HTTP', ['你好'], 400, '请求格式不正确'],
])('%s is refused in the words of every error', async (_, lines, status, message) => {
  const text = await drip(lines, '', 0);
  expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toMatchObject({
    status,
    message,
    code: 'http.refused',
  });
});

test('a client that does not hang up after a refusal holds no connection', async () => {
  const accepted = new Promise<Socket>((resolve) => {
    server.app.server.once('connection', resolve);
  });
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  open.push(socket);
  socket.on('error', () => {});
  socket.write('你好\r\n\r\n');
  const [held] = await Promise.all([accepted, new Promise((resolve) => socket.once('data', resolve))]);
  await expect.poll(() => held.destroyed).toBe(true);
});

test('a call that waits for the database is not too slow', async () => {
  const blocker = await server.pool.connect();
  await blocker.query('begin; lock table session in access exclusive mode');
  const body = JSON.stringify({ name: '等候', jobSort: 1, enabled: true });
  const length = Buffer.byteLength(body);
  const started = performance.now();
  const told = drip(head('/api/job', length, json, `authorization: ${token}`, 'connection: close'), body, 1);
  const waiting =
    "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  await expect.poll(async () => (await server.pool.query(waiting)).rowCount).toBeGreaterThan(0);
  // Longer than a body may take.
  await expect.poll(() => performance.now() - started).toBeGreaterThan(LIMITS.bodyMs * 2);
  await blocker.query('rollback');
  blocker.release();
  expect(await told).toMatch(/^HTTP\/1\.1 201 /);
});
