import { Agent, request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEndpoints } from '@zhiping/shared/contracts/all.ts';
import { API_BASE } from '@zhiping/shared/constants.ts';
import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { storageApi } from '@zhiping/shared/contracts/file.ts';
import { signedIn } from './factories.ts';
import { requestOf, startTestServer, type TestServer } from './harness.ts';

/** Whatever comes in place of a form is the mistake of its sender. */

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ token } = await signedIn(server.db, { roleIds: [1] }));
});
afterAll(() => server.close());

const uploads = allEndpoints.filter(({ upload }) => upload);
const part = (field: string, rest = '') =>
  `--x\r\ncontent-disposition: form-data; name="${field}"; filename="a.txt"\r\n${rest}\r\nabc`;

const bodies = (field: string): [name: string, body: string, boundary?: string][] => [
  ['nothing', ''],
  ['no boundary in the header', `${part(field)}\r\n--x--`, ''],
  ['a form without its end', part(field)],
  ['a form that ends in a header', `--x\r\ncontent-disposition: form-da`],
  ['no form at all', 'abc'],
  ['only the end', '--x--\r\n'],
  ['a part without a header', '--x\r\n\r\nabc\r\n--x--'],
  ['a part without a name', '--x\r\ncontent-disposition: form-data\r\n\r\nabc\r\n--x--'],
  ['another boundary', `${part(field)}\r\n--y--`, 'y'],
  ['a name that reaches into prototypes', `${part('__proto__')}\r\n--x--`],
  ['a header that never ends', `--x\r\ncontent-disposition: ${'a'.repeat(100_000)}`],
  [
    'an unknown character set',
    `--x\r\ncontent-disposition: form-data; name="a"\r\ncontent-type: text/plain; charset=nonsense\r\n\r\nabc\r\n--x--`,
  ],
  [
    'too many parts',
    `${Array.from({ length: 50 }, (_, index) => `--x\r\ncontent-disposition: form-data; name="f${index}"\r\n\r\na\r\n`).join('')}--x--`,
  ],
  ['two files', `${part(field)}\r\n${part(field)}\r\n--x--`],
];

describe('a malformed form is refused by', () => {
  test.each(uploads.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s',
    async (_, endpoint) => {
      for (const [name, payload, boundary = 'x'] of bodies(endpoint.upload?.field as string)) {
        const request = requestOf(endpoint, { token });
        const response = await server.app.inject({
          ...request,
          headers: {
            ...request.headers,
            'content-type': `multipart/form-data${boundary && `; boundary=${boundary}`}`,
          },
          payload,
        });
        expect([400, 404, 413], `${name}: ${response.body}`).toContain(response.statusCode);
        expect(response.json().message).toMatch(/[一-鿿]/);
      }
    },
  );
});

test('an upload that is refused on its way leaves its connection to the next call', async () => {
  const limited = await startTestServer({ env: { FILE_MAX_MB: '1' } });
  const officer = await signedIn(limited.db, { roleIds: [1] });
  await limited.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = limited.app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answerTo = (
    method: string,
    path: string,
    write: (chunk: (bytes: string) => void) => void = () => {},
  ) =>
    new Promise<number>((resolve, reject) => {
      const headers = { authorization: officer.token, 'content-type': 'multipart/form-data; boundary=x' };
      const call = send({ agent, port, method, path: API_BASE + path, headers }, (answer) => {
        text(answer).then(() => resolve(answer.statusCode!), reject);
      });
      call.on('error', reject);
      write((bytes) => call.write(bytes));
      call.end();
    });
  // Chunked, so that the size is not declared.
  const tooMuch = (chunk: (bytes: string) => void) => {
    chunk(part(storageApi.create.upload?.field as string));
    for (let megabytes = 0; megabytes < 5; megabytes += 1) chunk('a'.repeat(1024 * 1024));
    chunk('\r\n--x--\r\n');
  };
  expect(await answerTo('POST', storageApi.create.path, tooMuch)).toBe(413);
  expect(await answerTo('GET', authApi.publicKey.path)).toBe(200);
  agent.destroy();
  await limited.close();
});
