import { ok, reviewRule, warn } from './rule.ts';
import { order40 } from './sources.ts';

export const substitutes = { certificate: '证书', commitment: '承诺', data: '数据共享' };

export const noNeedlessProofs = reviewRule({
  code: 'M2',
  title: '不要求多余的证明',
  explanation: '凭证书、个人承诺或数据共享就能办理的，不要求申报人再交证明材料。',
  law: order40('证明材料'),
  about: 'requirement',
  params: {},
  evaluate: ({ proofs }) => {
    const needless = proofs.flatMap(({ name, substitute }) =>
      substitute ? [`${name}（可凭${substitutes[substitute]}）`] : [],
    );
    const needed = '能由证书、承诺或数据共享代替的不应要求';
    return needless.length > 0
      ? warn(`要求了${needless.join('、')}`, needed)
      : ok(`要求 ${proofs.length} 项证明`, needed);
  },
});
