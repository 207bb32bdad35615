import { Button } from 'antd';
import type { FileViewProps } from './file-view-props.ts';

type Failures = FileViewProps['failures'];

const statusOf = (error: unknown) => (error as { status?: number } | null)?.status;
const kindOf = (error: unknown) => (error as { name?: string } | null)?.name;

const messageOf = (error: unknown, { missing, advice }: Failures) => {
  const status = statusOf(error) ?? 0;
  if (status === 404) return missing;
  if (status === 401) return '登录已过期，请重新登录后再打开，已填写的内容都在';
  if (status === 403) return '您现在不能打开这个文件';
  if (status >= 500) return '服务器暂时不能读取文件，请稍后重试';
  if (kindOf(error) === 'InvalidPDFException') return `这个文件已损坏，无法打开，${advice}`;
  if (kindOf(error) === 'PasswordException') return `这个文件加了密码，无法打开，${advice}`;
  return '文件没有打开，请检查网络后重试';
};

type Props = { error: unknown; failures: Failures; onRetry: () => void };

/** Explains why a file cannot be opened; the rest of the page keeps working. */
export const ViewFailed = ({ error, failures, onRetry }: Props) => (
  <div className="state state-failed" role="alert">
    <p>{messageOf(error, failures)}</p>
    <span className="viewer-failed-actions">
      <Button onClick={onRetry}>重试</Button>
      {failures.action}
    </span>
  </div>
);
