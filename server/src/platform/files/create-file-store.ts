import type { Config } from '../../config.ts';
import type { FileStore } from './file-store.ts';
import { createLocalStore } from './local-store.ts';
import { createS3Store } from './s3-store.ts';

type StoreConfig = Pick<
  Config,
  | 'DATA_DIR'
  | 'S3_ENDPOINT'
  | 'S3_BUCKET'
  | 'S3_REGION'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
  | 'S3_PATH_STYLE'
>;

/**
 * Where files (or archives) are: on the local disk, or in a bucket when one is configured. What was kept on the disk
 * before the bucket came is still found there.
 */
export const createFileStore = (config: StoreConfig, folder: 'files' | 'archives' = 'files'): FileStore => {
  const local = createLocalStore(`${config.DATA_DIR}/${folder}`);
  return config.S3_ENDPOINT ? withFallback(createS3Store(config, folder), local) : local;
};

const withFallback = (store: FileStore, former: FileStore): FileStore => ({
  place: store.place,
  keep: store.keep,
  read: async (name, part) => (await store.read(name, part)) ?? former.read(name, part),
  remove: async (name) => {
    await store.remove(name);
    await former.remove(name);
  },
  list: async function* list() {
    yield* store.list();
    yield* former.list();
  },
});
