import { screen } from '@testing-library/react';
import type { BlindMark } from '@zhiping/shared/contracts/blind-copy.ts';
import { expect, test } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { MarkList } from './MarkList.tsx';
import { useBlindWork } from './use-blind-work.ts';

const mark = (change: Partial<BlindMark>): BlindMark => ({
  id: 1,
  page: 1,
  kind: 'name',
  words: '张建国',
  places: [],
  source: 'machine',
  state: 'covered',
  reason: null,
  decidedBy: null,
  decidedAt: null,
  ...change,
});
const BEFORE = '2026-11-20 09:00:00';
const MADE = '2026-11-20 10:00:00';
const AFTER = '2026-11-20 11:00:00';
const later = { decidedBy: '周明轩', decidedAt: AFTER };

const nothing = () => {};
const Shown = ({ one, isChanged }: { one: BlindMark; isChanged: boolean }) => (
  <MarkList
    copy={{ marks: [one], pageList: [], can: {}, isChanged, coveredAt: MADE }}
    page={1}
    selected={null}
    onSelect={nothing}
    onTurn={nothing}
    work={useBlindWork(1)}
  />
);
const show = (one: BlindMark, isChanged: boolean) => renderPage(<Shown one={one} isChanged={isChanged} />);

test.each<[string, string, Partial<BlindMark>, boolean]>([
  ['a mark that the pipeline found and covered', '已遮盖', {}, true],
  ['a mark drawn after the copy was made', '遮盖未生效，待检验', { source: 'person', ...later }, true],
  [
    'a mark covered in the second in which the copy was made',
    '遮盖未生效，待检验',
    { decidedAt: MADE },
    true,
  ],
  ['a mark covered before the copy was made', '已遮盖', { ...later, decidedAt: BEFORE }, true],
  [
    'a mark ignored after the copy was made',
    '不遮盖未生效，待检验',
    { state: 'ignored', reason: '引文', ...later },
    true,
  ],
  ['a mark that was only reported, and ignored', '不遮盖', { state: 'ignored', ...later }, true],
  ['a mark without a decision', '待处理', { state: 'open', ...later }, true],
  ['a mark whose copy was checked since', '已遮盖', later, false],
])('%s is shown as %s', (_, words, change, isChanged) => {
  show(mark(change), isChanged);
  expect(screen.getByText(words, { exact: true })).toBeTruthy();
});
