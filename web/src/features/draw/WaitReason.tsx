import type { Draw } from '@zhiping/shared/contracts/draw.ts';
import { Alert } from 'antd';
import { Link } from 'react-router';
import { usePermission } from '../../lib/permission.ts';

/** Blind copies that the release will wait for, named while there is time to release them. */
export const NotReady = ({ draw: { notReady, cycleId } }: { draw: Draw }) => {
  const mayRelease = usePermission(['blind:list']);
  if (notReady === null) return null;
  return (
    <Alert
      type="info"
      showIcon
      title="发布结果前须放行盲审副本"
      description={notReady}
      action={mayRelease && <Link to={`/review/blind?cycleId=${cycleId}`}>去放行盲审副本</Link>}
    />
  );
};

/** Why the office cannot continue although it is its turn, and where to fix that. */
export const WaitReason = ({ draw: { waits, state, cycleId } }: { draw: Draw }) => {
  const mayLook = usePermission(['conflict:list']);
  const mayRelease = usePermission(['blind:list']);
  if (waits === null) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={state === 'planned' ? '暂时不能冻结名册' : '暂时不能发布'}
      description={waits.message}
      action={
        <>
          {mayLook && waits.code === 'draw.conflicts' && (
            <Link to={`/review/conflict?cycleId=${cycleId}`}>查看回避</Link>
          )}
          {mayRelease && waits.code === 'draw.unreadable' && (
            <Link to={`/review/blind?cycleId=${cycleId}`}>去放行盲审副本</Link>
          )}
        </>
      }
    />
  );
};
