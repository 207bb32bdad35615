import type { Draw } from '@zhiping/shared/contracts/draw.ts';
import { Alert } from 'antd';
import { Link } from 'react-router';
import { usePermission } from '../../lib/permission.ts';

/** The denial for experts that must be replaced. `ReleaseNotice` lists them one by one, so it is not repeated here. */
const REPLACEMENT_WAIT = /^有 \d+ 处须先更换专家/;

/** Why the office cannot continue although it is its turn, and where to fix that. */
export const WaitReason = ({ draw: { waits, state, cycleId } }: { draw: Draw }) => {
  const mayLook = usePermission(['conflict:list']);
  if (waits === null || REPLACEMENT_WAIT.test(waits)) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={state === 'planned' ? '暂时不能冻结名册' : '暂时不能发布'}
      description={waits}
      action={
        mayLook &&
        waits.startsWith('回避') && <Link to={`/review/conflict?cycleId=${cycleId}`}>查看回避</Link>
      }
    />
  );
};
