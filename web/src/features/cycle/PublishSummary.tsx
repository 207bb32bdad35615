import type { Cycle } from '@zhiping/shared/contracts/cycle.ts';
import { levelWords } from '@zhiping/shared/rules/review-rule/facts.ts';
import { Facts } from '../../kit/display/Facts.tsx';
import { useDict } from '../../pickers/use-dict.ts';
import { optionalRow } from './optional-row.ts';
import './publish-summary.css';

/** The facts that others rely on after publication, to be checked before it. */
export const PublishSummary = ({ cycle }: { cycle: Cycle }) => {
  const { labelOf } = useDict('title_series');
  const targets = cycle.targets.map(
    ({ titleSeries, titleLevel }) => `${labelOf(titleSeries)} ${levelWords[titleLevel]}`,
  );
  return (
    <div className="publish-summary">
      <p>请再核对一遍。发布后，申报人、学校和专家都按以下时间办理：</p>
      <Facts
        items={[
          ['申报开始', cycle.applyOpensAt],
          ['申报截止', cycle.applyClosesAt],
          ...optionalRow('院系审核截止', cycle.collegeClosesAt),
          ['学校报送截止', cycle.reportClosesAt],
          ...optionalRow('主管部门审核截止', cycle.bodyClosesAt),
          ['资格审查截止', cycle.eligibilityClosesAt],
          ['评审截止', cycle.reviewClosesAt],
          ['任职年限截止日', cycle.cutoffDay],
          ['申报范围', targets.join('；')],
          ['评审方式', cycle.blind ? '匿名评审' : '实名评审'],
        ]}
      />
      <ul>
        <li>
          <b>随即冻结：</b>
          评审规则、评审方式、任职年限截止日、材料要求、评审表和承诺书，成为第 1
          版；以后修改其中任何一项都成为新的版本。
        </li>
        <li>
          <b>不能再改：</b>
          不能删除批次，不能去掉申报的系列或层级；申报开始后不能改开始时间，评审开始后不能改评审表和评审方式。
        </li>
        <li>
          <b>写明原因仍可调整：</b>
          各截止时间（新的时间须晚于现在）、指标和申报通知；申报截止前可增加系列或层级。
        </li>
      </ul>
    </div>
  );
};
