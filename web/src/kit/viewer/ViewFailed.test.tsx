import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ViewFailed } from './ViewFailed.tsx';

const failures = { missing: '这个文件已被换掉', advice: '请报告问题' };

test.each([
  [{ status: 404 }, '这个文件已被换掉'],
  [{ status: 401 }, '登录已过期，请重新登录后再打开，已填写的内容都在'],
  [{ status: 403 }, '您现在不能打开这个文件'],
  [{ status: 503 }, '服务器暂时不能读取文件，请稍后重试'],
  [{ name: 'InvalidPDFException' }, '这个文件已损坏，无法打开，请报告问题'],
  [{ name: 'PasswordException' }, '这个文件加了密码，无法打开，请报告问题'],
  [null, '文件没有打开，请检查网络后重试'],
])('%j is explained as it is', (error, words) => {
  render(<ViewFailed error={error} failures={failures} onRetry={() => {}} />);
  expect(screen.getByText(words)).toBeTruthy();
});
