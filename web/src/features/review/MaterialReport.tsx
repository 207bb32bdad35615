import { materialProblems, type ReviewFile } from '@zhiping/shared/contracts/review.ts';

/** The expert's report about a material, and the answer of the office. */
export const MaterialReport = ({ report }: Pick<ReviewFile, 'report'>) => {
  if (!report) return null;
  const { problem, on, answer, answeredOn } = report;
  return (
    <p className="desk-report">
      {on} 已报告：{materialProblems[problem]}，
      {answer === null ? '等待评审办处理' : `评审办 ${answeredOn} 答复：${answer}`}
    </p>
  );
};
