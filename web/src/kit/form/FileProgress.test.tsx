import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { FileProgress } from './FileProgress.tsx';

test('an interrupted upload says that it waits and resumes by itself', () => {
  const uploads = [
    { key: 1, name: '论文.pdf', share: 0.4, isWaiting: true },
    { key: 2, name: '证书.pdf', share: 0.2 },
  ];
  renderPage(<FileProgress uploads={uploads} onDismiss={() => undefined} />);
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual([
    '连接中断，恢复后自动接着传，请不要关闭页面',
    '',
  ]);
});
