import { expect, test } from 'vitest';
import { type CycleStanding, nextStepOf } from './next-step.ts';

const day = (text: string) => new Date(`${text}+08:00`);
const standing: CycleStanding = {
  state: 'draft',
  blind: true,
  now: day('2026-08-01T08:00:00'),
  missing: 3,
  undecided: 0,
  applyOpensAt: day('2026-09-01T00:00:00'),
  applyClosesAt: day('2026-09-30T23:59:59'),
  reportClosesAt: day('2026-10-15T23:59:59'),
  bodyClosesAt: null,
  reviewClosesAt: day('2026-11-30T23:59:59'),
  suspendedReason: null,
  isSent: false,
  closedAt: null,
  releasedAt: null,
};
const reported = { state: 'checking', now: day('2026-10-16T00:00:00') } as const;
const body = { bodyClosesAt: day('2026-10-20T23:59:59') };
const sent = { state: 'reviewing', isSent: true, now: day('2026-11-01T08:00:00') } as const;
const over = { ...sent, now: day('2026-12-01T00:00:00') };
const closed = { ...over, closedAt: over.now };

test.each<[Partial<CycleStanding>, string | null, string | null]>([
  [{}, '填好各步后发布，由评审办操作', null],
  [{ missing: 0 }, '核对后发布，由评审办操作', null],
  [{ state: 'published' }, '2026-09-01 00:00:00 自动开始申报', null],
  [{ state: 'applying' }, '2026-09-30 23:59:59 自动截止申报，进入审核', null],
  [{ state: 'checking' }, '学校报送截止 2026-10-15 23:59:59，之后由评审办点「进入评审」', null],
  [
    { ...reported, ...body },
    '学校报送截止 2026-10-15 23:59:59，主管部门审核截止 2026-10-20 23:59:59，之后由评审办点「进入评审」',
    null,
  ],
  [reported, '资格审查完成后，由评审办点「进入评审」', 'projects'],
  [{ ...reported, undecided: 2 }, '判定 2 份申报的资格后，由评审办点「进入评审」', 'projects'],
  [{ state: 'reviewing' }, '抽取专家，放行盲审副本，再发布抽取结果', 'draws'],
  [{ state: 'reviewing', blind: false }, '抽取专家，再发布抽取结果', 'draws'],
  [sent, '专家评审，截止 2026-11-30 23:59:59，之后结束送审', 'progress'],
  [over, '意见交齐后结束送审', 'round'],
  [closed, '核对送审结果后公布', 'round'],
  [{ ...closed, releasedAt: over.now }, '送审结果已公布，召开评审委员会会议', null],
  [{ state: 'applying', suspendedReason: '核查' }, null, null],
  [{ state: 'closed' }, null, null],
])('%o', (change, words, page) => {
  expect(nextStepOf({ ...standing, ...change })).toEqual(words === null ? null : { words, page });
});
