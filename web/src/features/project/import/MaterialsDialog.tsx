import { MATERIAL_NAME } from '@zhiping/shared/rules/project/material-archive.ts';
import { materialTypes } from '@zhiping/shared/rules/review-rule/facts.ts';
import { Alert, Button } from 'antd';
import { useRef } from 'react';
import { FileProgress } from '../../../kit/form/FileProgress.tsx';
import { ImportProgress } from '../../../kit/import/ImportProgress.tsx';
import { Dialog } from '../../../kit/layout/Dialog.tsx';
import '../../../kit/import/import-dialog.css';
import { ArchiveFiles } from './ArchiveFiles.tsx';
import { CycleChoice, useOpenCycle } from './CycleChoice.tsx';
import { useArchive } from './use-archive.ts';

type Work = ReturnType<typeof useArchive>;

const Outcome = ({ archive, files, task }: Pick<Work, 'archive' | 'files' | 'task'>) => {
  if (!archive || !files || task) return null;
  const count = (outcome: string) => files.filter((file) => file.outcome === outcome).length;
  const [ready, imported] = [count('ready'), count('imported')];
  if (archive.state === 'done')
    return (
      <Alert
        type={count('failed') > 0 ? 'warning' : 'success'}
        showIcon
        title={`${archive.name}：已导入 ${imported} 个文件${count('failed') > 0 ? `，${count('failed')} 个失败` : ''}`}
      />
    );
  return (
    <Alert
      type={ready === files.length - imported ? 'success' : 'warning'}
      showIcon
      title={`${archive.name}：共 ${files.length} 个文件，${ready} 个可以导入`}
    />
  );
};

/** Imports an archive of materials for many applicants: uploads it in parts, checks it, and only then imports it. */
export default function MaterialsDialog({ onClose }: { onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const cycle = useOpenCycle();
  const work = useArchive(cycle.id);
  const { archive, files, task } = work;
  const ready = files?.filter(({ outcome }) => outcome === 'ready').length ?? 0;
  const canCommit = archive?.state === 'checked' && ready > 0 && !work.isBusy;

  return (
    <Dialog
      open
      title="导入材料"
      width={860}
      okText={ready > 0 ? `导入 ${ready} 个文件` : '导入'}
      okButtonProps={{ disabled: !canCommit }}
      confirmLoading={task !== null}
      cancelText="关闭"
      onOk={() => void work.commit()}
      onCancel={onClose}
    >
      <CycleChoice cycle={cycle}>
        <ol className="import-steps">
          <li>
            把文件命名为「{MATERIAL_NAME}」，打成一个 ZIP 压缩包（不超过 2 GB）。材料类型：
            {Object.values(materialTypes).join('、')}
            ，或批次要求的证明名称。代表作全文的名称写成果题目，或用序号指明第几篇代表作。
          </li>
          <li>
            选择压缩包，系统先检查每个文件的去向，不会保存。
            <Button disabled={work.isBusy || cycle.id === undefined} onClick={() => input.current?.click()}>
              {archive ? '选择其他压缩包' : '选择压缩包'}
            </Button>
            <input
              ref={input}
              hidden
              type="file"
              accept=".zip"
              aria-label="选择压缩包文件"
              onChange={({ target }) => {
                const file = target.files?.[0];
                if (file) work.check(file);
                // Cleared, so that a corrected file of the same name can be chosen again.
                target.value = '';
              }}
            />
          </li>
          <li>
            核对后导入：能对上的文件放进各人的申报，由申报人核对后自行提交；对不上的可逐个指定去向，或改名后再传。
          </li>
        </ol>
      </CycleChoice>
      <FileProgress uploads={work.uploads} onDismiss={work.remove} onCancel={work.remove} />
      {task && <ImportProgress task={task} />}
      <div aria-live="polite">
        {work.problem && <Alert type="error" showIcon title={work.problem} />}
        {!work.isUploading && <Outcome archive={archive} files={files} task={task} />}
      </div>
      {!work.isUploading && !task && archive && files && (
        <ArchiveFiles files={files} archiveId={archive.state === 'checked' ? archive.id : undefined} />
      )}
    </Dialog>
  );
}
