import { flag } from './param.ts';
import { ok, reviewRule, unless } from './rule.ts';
import { CYCLE } from './sources.ts';

export const blindCopies = reviewRule({
  code: 'W2',
  title: '代表作盲审稿',
  explanation:
    '匿名送审的批次，每篇代表作都要有隐去姓名与单位的盲审稿。合作者常与申报人同校，姓名通常一并遮盖；不遮盖的，专家能看到合作者。',
  law: CYCLE,
  about: 'application',
  params: { hidesCoauthors: flag('遮盖合作者姓名', true) },
  evaluate: ({ works, isBlind }) => {
    const ready = works.filter(({ hasBlindCopy }) => hasBlindCopy).length;
    const is = `代表作 ${works.length} 篇，盲审稿 ${ready} 篇`;
    return isBlind ? unless(ready === works.length, is, '每篇都需要盲审稿') : ok(is, '本批次不匿名送审');
  },
});
