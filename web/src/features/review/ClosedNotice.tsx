import type { ReviewDesk } from '@zhiping/shared/contracts/review.ts';
import { Alert } from 'antd';

/** Why nothing can be written now, before anything is typed. */
export const ClosedNotice = ({ desk: { closedReason } }: { desk: ReviewDesk }) =>
  closedReason && <Alert type="warning" showIcon title={closedReason} />;
