import { type ReviewDesk, reviewApi } from '@zhiping/shared/contracts/review.ts';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useAction } from '../../kit/hooks/use-action.ts';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import { type Answer, call, download } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import type { Choices } from './merge-opinions.ts';
import { type Compared, SheetChanges } from './SheetChanges.tsx';
import type { OpinionWork, Sheet } from './use-opinion-work.ts';

type Problem = Answer<typeof reviewApi.readSheet>['problems'][number];
type Props = { desk: ReviewDesk; work: Pick<OpinionWork, 'compare' | 'bring'> };
type Found = Compared & { sheet: Sheet };

const placeOf = ({ row, column }: Problem) => (row === null ? '整张表' : `第 ${row} 行「${column ?? ''}」`);

const Problems = ({ problems }: { problems: readonly Problem[] }) => (
  <section aria-live="polite">
    <h3>表格有 {problems.length} 处问题，没有读入</h3>
    <ul className="desk-sheet-problems">
      {problems.map((problem) => (
        <li key={`${placeOf(problem)}${problem.message}`}>
          {placeOf(problem)}：{problem.message}
        </li>
      ))}
    </ul>
    <p>请在表格中改正并保存，再选择一次。</p>
  </section>
);

/** Reads a sheet, compares it with the draft, and brings it in once the expert has seen the changes. */
const useSheet = ({ desk: { assignmentId: id }, work, onClose }: Props & { onClose: () => void }) => {
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [found, setFound] = useState<Found>();
  const [choices, setChoices] = useState<Choices>({});
  const bring = useAction(async ({ sheet }: Found) => {
    await work.bring(sheet, choices);
    notify.success('表格内容已读入草稿，请核对后提交');
    onClose();
  }, '读取失败，请重试');
  const read = useAction(async (file: File) => {
    bring.clearProblem();
    setProblems([]);
    setFound(undefined);
    setChoices({});
    const answer = await call(reviewApi.readSheet, { params: { id }, file, quiet: true });
    setProblems(answer.problems);
    if (!answer.opinion) return;
    const sheet = { before: answer.base, theirs: answer.opinion };
    setFound({ sheet, ...(await work.compare(sheet)) });
  }, '读取失败，请重试');
  return { problems, found, choices, setChoices, bring, read };
};

const SheetDialog = (props: Props & { onClose: () => void }) => {
  const { desk, onClose } = props;
  const { problems, found, choices, setChoices, bring, read } = useSheet(props);
  const input = useRef<HTMLInputElement>(null);
  const hasChanges = found !== undefined && found.taken.length + found.clashes.length > 0;
  return (
    <Dialog
      open
      width={640}
      title="离线填写"
      problem={read.problem ?? bring.problem}
      okText="读入草稿"
      okButtonProps={{ hidden: !hasChanges }}
      confirmLoading={bring.isPending}
      cancelText={hasChanges ? '不读入' : '关闭'}
      onOk={() => found && void bring.run(found)}
      onCancel={onClose}
    >
      <ol className="desk-sheet-steps">
        <li>
          <p>下载评审意见表（Excel），在没有网络的地方填写“填写”一列。</p>
          {/* A failed call has shown a notification. */}
          <Button
            onClick={() =>
              void download(reviewApi.sheet, { params: { id: desk.assignmentId } }).catch(() => undefined)
            }
          >
            下载评审意见表
          </Button>
        </li>
        <li>
          <p>联网后选择填好的表。先列出它与这里的不同，读入草稿后仍在这里核对和提交。</p>
          <Button loading={read.isPending} onClick={() => input.current?.click()}>
            选择填好的表
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
              if (file) void read.run(file);
            }}
          />
        </li>
      </ol>
      {problems.length > 0 && <Problems problems={problems} />}
      {found && <SheetChanges {...found} choices={choices} onChoose={setChoices} />}
    </Dialog>
  );
};

/** Downloads the form as a sheet for experts who write without a network, and reads it back. */
export const OfflineSheet = (props: Props) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>离线填写</Button>
      {isOpen && <SheetDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
};
