import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import type { Config } from '../../config.ts';
import { AppError } from '../errors.ts';
import { type FileStore, isBlobName } from './file-store.ts';
import { putFile, TIMEOUT_MS } from './s3-put.ts';

const RETRIES = 2;

export type S3Config = Pick<
  Config,
  'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY' | 'S3_PATH_STYLE'
>;

/** Address of the bucket: as the first part of the path, or, where the service asks for it, of the host. */
export const bucketUrl = ({ S3_ENDPOINT, S3_BUCKET, S3_PATH_STYLE }: S3Config): string => {
  const url = new URL(S3_ENDPOINT as string);
  if (S3_PATH_STYLE) url.pathname = `${url.pathname.replace(/\/$/, '')}/${S3_BUCKET}`;
  else url.host = `${S3_BUCKET}.${url.host}`;
  return url.href.replace(/\/$/, '');
};

/** A fault that the caller cannot mend; the cause is only logged. */
const unavailable = (cause: unknown) =>
  Object.assign(new AppError(503, 'file.store_unavailable', '文件存储暂时不可用，请稍后再试'), { cause });

const textOf = (xml: string, tag: string) => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1];

/** The code of a refusal; its text may hold names and stays with the service. */
export const codeOf = async (response: Response): Promise<string> =>
  /^\w{1,60}$/.exec(textOf(await response.text(), 'Code') ?? '')?.[0] ?? '';

/** Services answer 404 for a bucket that is gone too, and some for keys that they do not know. */
const isAbsent = (status: number, code: string) => status === 404 && (code === '' || code === 'NoSuchKey');

export const createS3Client = (config: S3Config, retries = RETRIES) =>
  new AwsClient({
    accessKeyId: config.S3_ACCESS_KEY_ID as string,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY as string,
    region: config.S3_REGION,
    service: 's3',
    retries,
  });

/** Files in a bucket of any S3-compatible service, under `folder/`. Needs PUT, GET, DELETE and ListObjectsV2. */
export const createS3Store = (config: S3Config, folder: string): FileStore => {
  const client = createS3Client(config);
  const bucket = bucketUrl(config);

  /** Null: there is no such object. */
  const answerOf = async (method: string, calling: Promise<Response>): Promise<Response | null> => {
    let response: Response;
    try {
      response = await calling;
    } catch (error) {
      throw unavailable(error);
    }
    if (response.ok) return response;
    const code = await codeOf(response);
    if (isAbsent(response.status, code)) return null;
    throw unavailable(new Error(`S3 answered ${method} with ${response.status} ${code}`));
  };
  const send = (url: string, method = 'GET', headers: Record<string, string> = {}) =>
    answerOf(method, client.fetch(url, { method, headers, signal: AbortSignal.timeout(TIMEOUT_MS) }));
  const urlOf = (name: string) => `${bucket}/${folder}/${name}`;

  const listPage = async (token: string | undefined) => {
    const query = new URLSearchParams({ 'list-type': '2', prefix: `${folder}/` });
    if (token) query.set('continuation-token', token);
    const response = await send(`${bucket}?${query.toString()}`);
    if (!response) throw unavailable(new Error('S3 has nothing to list'));
    return response.text();
  };

  return {
    place: 's3',
    keep: async (file, name) => {
      const response = await answerOf('PUT', putFile(client, urlOf(name), file));
      if (!response) throw unavailable(new Error('S3 answered PUT with 404'));
      await response.body?.cancel();
    },
    read: async (name, part) => {
      if (!isBlobName(name)) return null;
      const range = part && { range: `bytes=${part.start}-${part.end}` };
      const response = await send(urlOf(name), 'GET', range);
      if (part && response && response.status !== 206) throw unavailable(new Error('S3 knows no ranges'));
      // The two declarations of the same web stream differ only in name.
      return response?.body
        ? Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0])
        : null;
    },
    remove: async (name) => {
      const response = await send(urlOf(name), 'DELETE');
      await response?.body?.cancel();
    },
    list: async function* list() {
      let token: string | undefined;
      do {
        const xml = await listPage(token);
        for (const [entry] of xml.matchAll(/<Contents>[\s\S]*?<\/Contents>/g)) {
          const name = textOf(entry, 'Key')?.slice(folder.length + 1) ?? '';
          const keptAt = new Date(textOf(entry, 'LastModified') ?? Number.NaN);
          const bytes = Number(textOf(entry, 'Size'));
          if (isBlobName(name) && !Number.isNaN(keptAt.getTime())) yield { name, bytes, keptAt };
        }
        token = textOf(xml, 'NextContinuationToken')?.replaceAll('&amp;', '&');
      } while (token);
    },
  };
};
