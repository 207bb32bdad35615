import { standardForm } from '@zhiping/shared/rules/opinion/form.ts';
import type { FilledForm } from '@zhiping/shared/rules/opinion/opinion.ts';
import { describe, expect, test } from 'vitest';
import { type Choices, mergeOpinions, withChoices } from './merge-opinions.ts';

const empty: FilledForm = { scores: {}, texts: {}, conclusion: null, grade: null };
const merge = (base: FilledForm, mine: FilledForm, theirs: FilledForm) =>
  mergeOpinions(standardForm, { base, mine, theirs });

describe('two devices that edit one opinion', () => {
  test('a change on one device only is taken over', () => {
    const mine = { ...empty, scores: { teaching: 16 } };
    const theirs = { ...empty, texts: { opinion: '系统的研究' }, conclusion: 'agree' as const };
    expect(merge(empty, mine, theirs)).toEqual({
      value: { ...theirs, scores: { teaching: 16 } },
      clashes: [],
      taken: [
        {
          part: 'texts',
          key: 'opinion',
          label: '评审意见',
          mine: '（空）',
          theirs: '系统的研究',
          isText: false,
        },
        {
          part: 'conclusion',
          key: 'conclusion',
          label: '结论',
          mine: '（空）',
          theirs: '同意',
          isText: false,
        },
      ],
    });
  });

  test('different changes of the same part clash, and mine stands until the choice', () => {
    const mine = { ...empty, texts: { opinion: '同意推荐' } };
    const theirs = { ...empty, texts: { opinion: '暂缓推荐' }, scores: { works: 30 } };
    const { value, clashes } = merge(empty, mine, theirs);
    expect(value).toEqual({ ...empty, texts: { opinion: '同意推荐' }, scores: { works: 30 } });
    expect(clashes).toEqual([
      {
        part: 'texts',
        key: 'opinion',
        label: '评审意见',
        mine: '同意推荐',
        theirs: '暂缓推荐',
        isText: true,
      },
    ]);
    const textOf = (choices: Choices) => withChoices(value, theirs, clashes, choices).texts.opinion;
    expect(textOf({})).toBe('同意推荐');
    expect(textOf({ 'texts.opinion': 'theirs' })).toBe('暂缓推荐');
    expect(textOf({ 'texts.opinion': 'both' })).toBe('同意推荐暂缓推荐');
  });

  test('the same change on both devices does not clash', () => {
    const same = { ...empty, conclusion: 'disagree' as const };
    expect(merge(empty, same, same)).toEqual({ value: same, clashes: [], taken: [] });
  });
});
