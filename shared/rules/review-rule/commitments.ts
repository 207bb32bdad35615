import { flag } from './param.ts';
import { reviewRule, unless } from './rule.ts';
import { supervision } from './sources.ts';

export const commitments = reviewRule({
  code: 'C1',
  title: '申报承诺',
  explanation: '申报人每次提交都签署承诺书；批次可以要求用人单位同时承诺。',
  law: supervision('申报承诺'),
  about: 'application',
  params: { employer: flag('用人单位也须承诺', true) },
  evaluate: ({ commitments: signed }, { employer }) => {
    const missing = [!signed.applicant && '申报人', employer && !signed.employer && '用人单位'].filter(
      Boolean,
    );
    const is = missing.length > 0 ? `${missing.join('、')}尚未签署承诺书` : '承诺书已签署';
    return unless(missing.length === 0, is, employer ? '申报人与用人单位均须签署' : '申报人须签署');
  },
});
