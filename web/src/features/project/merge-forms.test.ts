import { emptyForm, type ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import { expect, test } from 'vitest';
import { mergeForms, withValue } from './merge-forms.ts';

const note = (key: string, title: string) => ({ key, title, year: 2024, note: null });
const withOthers = (...others: ReturnType<typeof note>[]): ProjectForm => {
  const form = emptyForm();
  return { ...form, research: { ...form.research, others } };
};
const titles = ({ research }: ProjectForm) => research.others.map(({ title }) => title);

test('a change on one side only is taken over', () => {
  const base = emptyForm();
  const mine = withValue(base, 'statement.text', '我的述职');
  const theirs = withValue(base, 'basic.department', '数学学院');
  const { value: form, clashes } = mergeForms({ base, mine, theirs });
  expect([form.statement.text, form.basic.department, clashes]).toEqual(['我的述职', '数学学院', []]);
});

test('equal changes on both sides do not clash; different changes clash, and mine stands', () => {
  const base = emptyForm();
  const mine = withValue(withValue(base, 'statement.text', '甲'), 'basic.position', '系主任');
  const theirs = withValue(withValue(base, 'statement.text', '乙'), 'basic.position', '系主任');
  const { value: form, clashes } = mergeForms({ base, mine, theirs });
  expect(form.statement.text).toBe('甲');
  expect(clashes).toMatchObject([
    { path: 'statement.text', label: '个人述职 · 个人述职', mine: '甲', theirs: '乙' },
  ]);
});

test('entries added on both sides are all kept', () => {
  const { value: form } = mergeForms({
    base: withOthers(note('a', '甲')),
    mine: withOthers(note('a', '甲'), note('b', '乙')),
    theirs: withOthers(note('a', '甲'), note('c', '丙')),
  });
  expect(titles(form)).toEqual(['甲', '乙', '丙']);
});

test('an entry deleted on one side is removed, unless the other side changed it', () => {
  const base = withOthers(note('a', '甲'), note('b', '乙'));
  const theirs = withOthers(note('a', '甲改'), note('b', '乙'));
  const { value: form, clashes } = mergeForms({ base, mine: withOthers(), theirs });
  expect([titles(form), clashes]).toEqual([['甲改'], []]);
});

test('an order that only the other side changed is taken over', () => {
  const base = withOthers(note('a', '甲'), note('b', '乙'));
  const { value: form } = mergeForms({
    base,
    mine: base,
    theirs: withOthers(note('b', '乙'), note('a', '甲')),
  });
  expect(titles(form)).toEqual(['乙', '甲']);
});

test('one entry changed in two columns by two devices keeps both changes; in the same column it clashes', () => {
  const base = withOthers(note('a', '甲'));
  const mine = withOthers({ ...note('a', '甲一'), note: '我的说明' as never });
  const theirs = withOthers({ ...note('a', '甲二'), year: 2020 });
  const { value: form, clashes } = mergeForms({ base, mine, theirs });
  expect(form.research.others).toMatchObject([{ title: '甲一', note: '我的说明', year: 2020 }]);
  expect(clashes.map(({ path }) => path)).toEqual(['research.others.a.title']);
  expect(titles(withValue(form, 'research.others.a.title', '甲二'))).toEqual(['甲二']);
});
