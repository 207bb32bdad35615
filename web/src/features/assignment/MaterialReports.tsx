import { assignmentApi, type AssignedFile } from '@zhiping/shared/contracts/assignment.ts';
import { materialProblems } from '@zhiping/shared/contracts/review.ts';
import { text } from '@zhiping/shared/schemas.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { ReasonDialog } from '../../kit/form/ReasonDialog.tsx';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { usePermission } from '../../lib/permission.ts';
import { refresh } from '../../lib/query-client.ts';

type Report = AssignedFile['reports'][number];
type Props = { cycleId: number; file: Pick<AssignedFile, 'reports' | 'isBlind'> };

const schema = z.object({ reason: text('答复', 200) });

const AnswerDialog = ({
  report,
  isBlind,
  onClose,
}: {
  report: Report;
  isBlind: boolean;
  onClose: () => void;
}) => (
  <ReasonDialog
    title={`答复：${report.name}`}
    verb="答复"
    label="答复"
    consequence={`报告的专家会收到，并在这个文件旁看到。${isBlind ? '请不要写申报人的姓名和单位。' : ''}`}
    schema={schema}
    onClose={onClose}
    act={async (answer) => {
      await call(assignmentApi.answerReport, { params: { id: report.id }, body: { answer }, quiet: true });
      notify.success('已答复');
      await refresh(assignmentApi.files, assignmentApi.summary);
    }}
  />
);

/** Reports of experts about the materials of a project, where to correct them, and the answer to the experts. */
export const MaterialReports = ({ cycleId, file: { reports, isBlind } }: Props) => {
  const { hrefOf } = useSubView('file');
  const mayReadCopies = usePermission(['blind:list']);
  const [open, setOpen] = useState<Report>();
  if (reports.length === 0) return null;
  return (
    <section aria-label="专家报告的材料问题" className="assignment-on-screen">
      <h2>专家报告的材料问题</h2>
      <ul className="assignment-reports">
        {reports.map((report) => (
          <li key={report.id}>
            <div>
              <strong>
                {report.name}：{materialProblems[report.problem]}
              </strong>{' '}
              <span className="soft">{report.on}</span>
              {report.note && <p>{report.note}</p>}
              {report.answer !== null && (
                <p className="soft">
                  {report.answeredBy} {report.answeredOn} 答复：{report.answer}
                </p>
              )}
            </div>
            {isBlind && mayReadCopies ? (
              <Link to={`/review/blind?cycleId=${cycleId}&id=${report.materialId}`}>查看盲审副本</Link>
            ) : (
              <Link to={hrefOf(report.materialId)}>查看文件</Link>
            )}
            {report.answer === null && (
              <Button aria-label={`答复 ${report.name}`} onClick={() => setOpen(report)}>
                答复
              </Button>
            )}
          </li>
        ))}
      </ul>
      {open && <AnswerDialog report={open} isBlind={isBlind} onClose={() => setOpen(undefined)} />}
    </section>
  );
};
