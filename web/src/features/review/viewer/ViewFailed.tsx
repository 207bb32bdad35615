import { Button } from 'antd';

const statusOf = (error: unknown) => (error as { status?: number } | null)?.status;
const kindOf = (error: unknown) => (error as { name?: string } | null)?.name;

const words = (error: unknown) => {
  const status = statusOf(error);
  if (status === 404) return '盲审副本准备中，放行后即可阅读';
  if (status === 401) return '登录已过期，请重新登录后再打开，已填写的意见都在';
  if (kindOf(error) === 'InvalidPDFException') return '这个文件已损坏，无法打开，请告诉评审办';
  if (kindOf(error) === 'PasswordException') return '这个文件加了密码，无法打开，请告诉评审办';
  return '文件没有打开，请检查网络后重试';
};

/** Why a file cannot be read now; the rest of the desk lives on. */
export const ViewFailed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <div className="state state-failed" role="alert">
    <p>{words(error)}</p>
    <Button onClick={onRetry}>重试</Button>
  </div>
);
