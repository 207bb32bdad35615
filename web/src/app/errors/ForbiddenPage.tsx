import { Link, useLocation } from 'react-router';
import { HOME_PATH } from '../../lib/paths.ts';
import type { ForbiddenState } from '../use-failure-reactions.ts';
import { Problem } from '../../kit/display/Problem.tsx';

export const ForbiddenPage = () => {
  const state = useLocation().state as ForbiddenState | null;
  return (
    <Problem title="无权访问" actions={<Link to={HOME_PATH}>返回首页</Link>}>
      <p>{state?.message ?? '您没有权限访问此页面'}。如需开通，请联系管理员。</p>
      {state?.requestId && (
        <p>
          请求编号 <code>{state.requestId}</code>
        </p>
      )}
    </Problem>
  );
};
