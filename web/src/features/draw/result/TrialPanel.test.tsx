import { screen } from '@testing-library/react';
import { type DrawResultView, drawResultApi } from '@zhiping/shared/contracts/draw-result.ts';
import { expect, test } from 'vitest';
import { renderPage, serve } from '../../../testing/render-page.tsx';
import { TrialPanel } from './TrialPanel.tsx';

const figures = {
  files: 2,
  filled: 6,
  unfilled: 0,
  meanMatch: 80,
  worstFile: 70,
  loads: [{ load: 1, experts: 6 }],
  matches: [{ from: 80, pairs: 6 }],
};
const change = {
  projectId: 1,
  no: 'A1',
  subject: '数学',
  slot: 1,
  out: '甲',
  outMatch: 80,
  in: '乙',
  inMatch: 70,
};

test.each([
  [true, '总体变差', true],
  [false, '总体多 3 个空缺以外的分', false],
])('a trial explains a loss if the server reports one (%s)', async (isLoss, gain, isExplained) => {
  const server = serve();
  server.on({ ...drawResultApi.trial, path: '/api/draw/5/solve' }, () => ({
    body: {
      trial: {
        taskId: 9,
        before: figures,
        after: figures,
        places: 1,
        leaving: null,
        shortages: [],
        gain,
        isLoss,
        changes: [change],
        isOutdated: false,
      },
    },
  }));
  const result = { id: 5, runs: { solve: { taskId: 9 } } } as DrawResultView;
  renderPage(<TrialPanel result={result} onLeave={() => {}} />);
  expect(await screen.findByText(new RegExp(`采用后${gain}`))).toBeDefined();
  expect(screen.queryByText(/现在的专家有不能再用的/) !== null).toBe(isExplained);
});
