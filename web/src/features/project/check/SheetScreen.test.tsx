import { screen } from '@testing-library/react';
import { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import { expect, test } from 'vitest';
import { renderPage, serve } from '../../../testing/render-page.tsx';
import { SheetScreen } from './SheetScreen.tsx';

test.each([
  [false, '各批次：列表中已提交的申报，共 2 人'],
  [true, '各批次：列表中已提交的申报，前 2 人，全部请导出 Excel'],
])('a sheet says whether it has all projects (cut: %s)', async (isCut, shown) => {
  const server = serve();
  server.on(projectListApi.cycles, () => ({ body: [] }));
  server.on(projectListApi.sheet, () => ({
    body: {
      headers: ['序号', '姓名'],
      rows: [
        ['1', '张三'],
        ['2', '李四'],
      ],
      isCut,
    },
  }));
  renderPage(<SheetScreen sheet="roster" onLeave={() => {}} />);
  expect((await screen.findByText(/列表中已提交的申报/)).textContent).toBe(shown);
});
