import { Button, Result, Typography } from 'antd';
import { Link, useLocation } from 'react-router';
import { HOME_PATH } from '../../lib/paths.ts';
import type { ForbiddenState } from '../use-failure-reactions.ts';

export const ForbiddenPage = () => {
  const state = useLocation().state as ForbiddenState | null;
  return (
    <div className="tab-view">
      <Result
        status="warning"
        title={<h1>无权访问</h1>}
        subTitle={
          <>
            <p>{state?.message ?? '您没有权限访问此页面。'}如需开通，请联系管理员。</p>
            {state?.requestId && (
              <p>
                请求编号 <Typography.Text copyable>{state.requestId}</Typography.Text>
              </p>
            )}
          </>
        }
        extra={
          <Link to={HOME_PATH}>
            <Button type="primary" tabIndex={-1}>
              返回首页
            </Button>
          </Link>
        }
      />
    </div>
  );
};
