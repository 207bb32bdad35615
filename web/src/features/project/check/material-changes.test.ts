import { expect, test } from 'vitest';
import { materialChanges } from './material-changes.ts';

const file = (id: number, name: string, former: readonly number[] = []) => ({
  id,
  name,
  former: former.map((one) => ({ id: one, name: '', createTime: '', by: '' })),
});

test('a replacement is one change, also over several versions; other materials are added, removed or unchanged', () => {
  const old = [file(1, '论文'), file(2, '证书'), file(3, '课表')];
  const now = [file(5, '论文定稿', [4, 1]), file(3, '课表'), file(6, '新证明')];
  expect(materialChanges(now, old)).toEqual([
    { id: 5, was: 1, kind: 'replaced', before: '论文', after: '论文定稿' },
    { id: 6, was: null, kind: 'added', before: '', after: '新证明' },
    { id: 2, was: 2, kind: 'removed', before: '证书', after: '' },
  ]);
});

test('a replacement of a material that was never submitted counts as new', () => {
  expect(materialChanges([file(5, '论文', [4])], [])).toEqual([
    { id: 5, was: null, kind: 'added', before: '', after: '论文' },
  ]);
});
