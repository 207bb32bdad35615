import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { sha256 } from '../src/platform/hash.ts';

const SECRET = 'secret';
const PAGE = 2;

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Whether the signature of a call is the one that its parts ask for (AWS Signature Version 4). */
const isSigned = (request: IncomingMessage, url: URL): boolean => {
  const match = /Credential=key\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(
    request.headers.authorization ?? '',
  );
  if (!match) return false;
  const [, scope = '', signedHeaders = '', signature] = match;
  const query = [...url.searchParams]
    .map((pair) => pair.map((part) => encodeURIComponent(part)).join('='))
    .toSorted()
    .join('&');
  const headers = signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [
    request.method,
    url.pathname,
    query,
    headers.join(''),
    signedHeaders,
    String(request.headers['x-amz-content-sha256']),
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${SECRET}`);
  return hmac(key, toSign).toString('hex') === signature;
};

type Call = {
  method: string | undefined;
  host: string | undefined;
  path: string;
  authorization: string | undefined;
  sha256: string;
  isSigned: boolean;
};

const problem = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;

/** As much of S3 as the store needs, in this process: it checks signatures and hashes, and lists in small pages. */
export const startS3 = async () => {
  const objects = new Map<string, { bytes: Buffer; at: Date }>();
  const calls: Call[] = [];
  let failure = 0;

  const list = (url: URL) => {
    const prefix = url.searchParams.get('prefix') ?? '';
    const after = url.searchParams.get('continuation-token') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
    const page = keys.slice(0, PAGE);
    const entries = page.map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>${objects.get(key)?.at.toISOString()}</LastModified><Size>${objects.get(key)?.bytes.length}</Size></Contents>`,
    );
    const next = keys.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    return `<?xml version="1.0"?><ListBucketResult>${entries.join('')}${next}</ListBucketResult>`;
  };

  const answer = (
    request: IncomingMessage,
    url: URL,
    body: Buffer,
  ): [status: number, content?: Buffer | string] => {
    if (failure) return [failure];
    if (!isSigned(request, url)) return [403, problem('SignatureDoesNotMatch')];
    if (!/^\/bucket(\/|$)/.test(url.pathname)) return [404, problem('NoSuchBucket')];
    const key = url.pathname.replace(/^\/bucket\/?/, '');
    if (request.method === 'PUT') {
      if (sha256(body) !== request.headers['x-amz-content-sha256']) return [400];
      objects.set(key, { bytes: body, at: new Date() });
      return [200];
    }
    if (request.method === 'DELETE') return [objects.delete(key) ? 204 : 404];
    if (key === '') return [200, list(url)];
    const found = objects.get(key);
    if (!found) return [404, problem('NoSuchKey')];
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    return start ? [206, found.bytes.subarray(Number(start), Number(end) + 1)] : [200, found.bytes];
  };

  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const url = new URL(request.url ?? '/', 'http://s3');
      calls.push({
        method: request.method,
        host: request.headers.host,
        path: request.url ?? '',
        authorization: request.headers.authorization,
        sha256: sha256(body),
        isSigned: isSigned(request, url),
      });
      const [status, content] = answer(request, url, body);
      response.writeHead(status).end(content);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'bucket',
      S3_REGION: 'cn-north-1',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: SECRET,
    },
    calls,
    objects,
    failWith: (status: number) => {
      failure = status;
    },
    reset: () => {
      failure = 0;
      calls.length = 0;
      objects.clear();
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
