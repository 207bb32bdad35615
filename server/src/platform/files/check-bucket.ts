import { ConfigError } from '../../config.ts';
import { bucketUrl, codeOf, createS3Client, type S3Config } from './s3-store.ts';

const TIMEOUT_MS = 10_000;

/** Problem of the settings, as far as the answer of the service shows it. */
const problemOf = (config: S3Config, status: number, code: string): string => {
  if (code === 'NoSuchBucket') return `S3_BUCKET：对象存储中没有名为 ${config.S3_BUCKET} 的桶，请先建立`;
  if (code === 'AuthorizationHeaderMalformed' || status === 301)
    return `S3_REGION：对象存储不接受区域 ${config.S3_REGION}（${status} ${code}）`;
  return `S3_ACCESS_KEY_ID、S3_SECRET_ACCESS_KEY：对象存储拒绝访问桶 ${config.S3_BUCKET}（${status} ${code}）`;
};

/**
 * Look at the bucket before the product starts. A service that refuses will go on refusing, so that starting would only hide
 * it; one that cannot be reached may come back, and files are unavailable until then.
 */
export const checkBucket = async (config: S3Config, warn: (words: string) => void) => {
  if (!config.S3_ENDPOINT) return;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const warnOf = (cause: string | number) => warn(`暂时无法访问对象存储 ${config.S3_ENDPOINT}（${cause}）`);
  let response: Response;
  try {
    response = await createS3Client(config, 0).fetch(`${bucketUrl(config)}?list-type=2&max-keys=1`, {
      signal,
      redirect: 'manual',
    });
  } catch (error) {
    const { code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
    warnOf(code ?? (error as Error).name);
    return;
  }
  if (response.status >= 500) warnOf(response.status);
  else if (!response.ok) throw new ConfigError([problemOf(config, response.status, await codeOf(response))]);
  await response.body?.cancel().catch(() => undefined);
};
