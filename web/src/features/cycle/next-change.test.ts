import { expect, test } from 'vitest';
import { type CycleStanding, nextChangeOf } from './next-change.ts';

const standing: CycleStanding = {
  state: 'draft',
  applyOpensAt: '2026-09-01 00:00:00',
  applyClosesAt: '2026-09-30 23:59:59',
  reportClosesAt: '2026-10-15 23:59:59',
  bodyClosesAt: null,
  reviewClosesAt: '2026-11-30 23:59:59',
  suspendedReason: null,
  can: {},
};
const tooEarly = '学校报送截止时间为 2026-10-15 23:59:59，尚未到时';

test.each<[Partial<CycleStanding>, string | null]>([
  [{}, '填好各步后发布'],
  [{ can: { publish: true } }, '核对后发布'],
  [{ state: 'published' }, '2026-09-01 00:00:00 自动开始申报'],
  [{ state: 'applying' }, '2026-09-30 23:59:59 自动截止申报'],
  [{ state: 'checking', can: { review: tooEarly } }, '学校报送截止 2026-10-15 23:59:59，之后由评审办'],
  [{ state: 'checking', bodyClosesAt: '2026-10-20 23:59:59' }, '主管部门审核截止 2026-10-20 23:59:59，之后'],
  [{ state: 'checking', can: { review: true } }, '报送已截止'],
  [{ state: 'reviewing' }, '专家评审截止 2026-11-30 23:59:59'],
  [{ state: 'applying', suspendedReason: '核查' }, null],
  [{ state: 'closed' }, null],
])('%o', (change, words) => {
  const next = nextChangeOf({ ...standing, ...change });
  if (words === null) expect(next).toBeNull();
  else expect(next).toContain(words);
});
