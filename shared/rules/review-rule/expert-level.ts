import { titleLevels } from '../expert/title-levels.ts';
import { levelWords } from './facts.ts';
import { choice } from './param.ts';
import { block, ok, reviewRule, warn } from './rule.ts';
import { order40 } from './sources.ts';

export const expertLevel = reviewRule({
  code: 'E2',
  title: '专家职称层级',
  explanation: '专家的职称层级不低于申报的层级；离退休专家原则上不参加。',
  law: order40('专家职称层级'),
  about: 'expert',
  params: {
    retired: choice('离退休专家', { allow: '可以参加', warn: '只作提示', block: '不得参加' }, 'warn'),
  },
  evaluate: ({ titleLevel, targetLevel, isRetired }, { retired }) => {
    const is = `专家为${titleLevel ? levelWords[titleLevel] : '没有职称'}`;
    const needed = `评审${levelWords[targetLevel]}需不低于该层级`;
    if (titleLevel === null || titleLevels.indexOf(titleLevel) > titleLevels.indexOf(targetLevel))
      return block(is, needed);
    if (!isRetired || retired === 'allow') return ok(is, needed);
    return (retired === 'block' ? block : warn)(`${is}，已离退休`, '原则上由在职专家评审');
  },
});
