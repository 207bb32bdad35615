import { verifyRecord } from '@zhiping/shared/rules/verify-record.ts';
import { sha256 } from '../../lib/sha256.ts';

addEventListener('message', ({ data }: MessageEvent<File>) => {
  void data
    .text()
    .then((text) => verifyRecord(text, (one) => sha256(new Blob([one]))))
    .then((verification) => postMessage(verification));
});
