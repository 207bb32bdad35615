import { reviewRule, unless, warn } from './rule.ts';
import { order40 } from './sources.ts';

export const inService = reviewRule({
  code: 'A3',
  title: '在职人员',
  explanation: '离退休人员不得申报。',
  law: order40('离退休人员申报'),
  about: 'application',
  params: {},
  evaluate: ({ isRetired }) => {
    const consequence = '离退休人员不得申报';
    if (isRetired === null) return warn('还没有填写在职情况', consequence);
    return unless(!isRetired, isRetired ? '已离退休' : '在职', consequence);
  },
});
