import { type ReviewDesk, reviewApi } from '@zhiping/shared/contracts/review.ts';
import type { FilledForm } from '@zhiping/shared/rules/review-opinion.ts';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import { type Answer, call, download } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';

type Problem = Answer<typeof reviewApi.readSheet>['problems'][number];
type Bring = (opinions: { before: FilledForm; theirs: FilledForm }) => Promise<void>;

const placeOf = ({ row, column }: Problem) => (row === null ? '整张表' : `第 ${row} 行「${column ?? ''}」`);

const Problems = ({ problems }: { problems: readonly Problem[] }) => (
  <section aria-live="polite">
    <h3>表格有 {problems.length} 处问题，没有读入</h3>
    <ul className="desk-sheet-problems">
      {problems.map((problem) => (
        <li key={`${problem.row}${problem.message}`}>
          {placeOf(problem)}：{problem.message}
        </li>
      ))}
    </ul>
    <p>请在表格中改正并保存，再读入一次。</p>
  </section>
);

const SheetDialog = ({ desk, bring, onClose }: { desk: ReviewDesk; bring: Bring; onClose: () => void }) => {
  const { assignmentId: id } = desk;
  const input = useRef<HTMLInputElement>(null);
  const [isReading, setReading] = useState(false);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [problem, setProblem] = useState<string>();
  const read = async (file: File) => {
    setReading(true);
    setProblem(undefined);
    setProblems([]);
    try {
      const answer = await call(reviewApi.readSheet, { params: { id }, file, quiet: true });
      setProblems(answer.problems);
      if (answer.opinion) {
        await bring({ before: answer.base, theirs: answer.opinion });
        notify.success('表格内容已读入草稿，请核对后提交');
        onClose();
      }
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '读取失败，请重试');
    }
    setReading(false);
  };
  return (
    <Dialog
      open
      title="离线填写"
      problem={problem}
      okButtonProps={{ hidden: true }}
      cancelText="关闭"
      onCancel={onClose}
    >
      <ol className="desk-sheet-steps">
        <li>
          <p>下载评审意见表（Excel），在没有网络的地方填写“填写”一列。</p>
          {/* A failed call has been told by a notification. */}
          <Button onClick={() => void download(reviewApi.sheet, { params: { id } }).catch(() => undefined)}>
            下载评审意见表
          </Button>
        </li>
        <li>
          <p>联网后读入。内容先进入草稿，核对后仍在这里提交。</p>
          <Button loading={isReading} onClick={() => input.current?.click()}>
            读入填好的表
          </Button>
          <input
            ref={input}
            hidden
            type="file"
            accept=".xlsx"
            aria-label="选择填好的评审意见表"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              target.value = '';
              if (file) void read(file);
            }}
          />
        </li>
      </ol>
      {problems.length > 0 && <Problems problems={problems} />}
    </Dialog>
  );
};

/** The form of this file as a sheet, for those who write where there is no network. */
export const OfflineSheet = ({ desk, bring }: { desk: ReviewDesk; bring: Bring }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>离线填写</Button>
      {isOpen && <SheetDialog desk={desk} bring={bring} onClose={() => setOpen(false)} />}
    </>
  );
};
