import { UploadOutlined } from '@ant-design/icons';
import { MAX_RECOMMENDATION_FILES, projectApi } from '@zhiping/shared/contracts/project.ts';
import type { RecommendationFile } from '@zhiping/shared/contracts/project-views.ts';
import { acceptOf, materialFormats } from '@zhiping/shared/rules/file/formats.ts';
import { Button } from 'antd';
import { useRef } from 'react';
import { FileProgress } from '../../../kit/form/FileProgress.tsx';
import { useResumableUploads } from '../../../kit/form/use-resumable-uploads.ts';
import { call } from '../../../lib/api.ts';

type Props = {
  projectId: number;
  files: readonly RecommendationFile[];
  onChange: (change: (files: readonly RecommendationFile[]) => readonly RecommendationFile[]) => void;
  onBusy: (isBusy: boolean) => void;
};

/** Files that the school adds to its recommendation, such as minutes and the record of the vote. */
export const RecommendFiles = ({ projectId, files, onChange, onBusy }: Props) => {
  const chooser = useRef<HTMLInputElement>(null);
  const { uploads, add, remove } = useResumableUploads(
    async (uploadId) => {
      const file = await call(projectApi.addRecommendationFile, {
        params: { id: projectId },
        body: { uploadId },
        quiet: true,
      });
      onChange((all) => [...all, file]);
    },
    (all) => onBusy(all.some(({ problem }) => problem === undefined)),
  );
  const room = MAX_RECOMMENDATION_FILES - files.length - uploads.length;
  return (
    <section aria-label="推荐附件">
      <Button
        size="small"
        icon={<UploadOutlined />}
        disabled={room <= 0}
        onClick={() => chooser.current?.click()}
      >
        添加附件
      </Button>
      <p className="soft">
        可不附。会议记录、表决票统计等，PDF 或 JPG、PNG 图片，最多 {MAX_RECOMMENDATION_FILES}{' '}
        个；学校和评审办可查看，申报人和专家不能查看。
      </p>
      <input
        ref={chooser}
        hidden
        multiple
        type="file"
        accept={acceptOf(materialFormats)}
        aria-label="选择推荐附件"
        onChange={({ target }) => {
          void add([...(target.files ?? [])].slice(0, room));
          target.value = '';
        }}
      />
      {files.length > 0 && (
        <ul className="recommend-files">
          {files.map((file) => (
            <li key={file.id}>
              <span>{file.name}</span>
              <Button
                size="small"
                type="link"
                aria-label={`移除${file.name}`}
                onClick={() => onChange((all) => all.filter(({ id }) => id !== file.id))}
              >
                移除
              </Button>
            </li>
          ))}
        </ul>
      )}
      <FileProgress uploads={uploads} onDismiss={remove} onCancel={remove} />
    </section>
  );
};
