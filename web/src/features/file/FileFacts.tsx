import type { StoredFile } from '@zhiping/shared/contracts/file.ts';
import { isPicture } from '@zhiping/shared/rules/file/formats.ts';
import { Facts } from '../../kit/display/Facts.tsx';
import './file.css';

export const FileFacts = ({ file }: { file: StoredFile }) => (
  <>
    {isPicture(file.suffix) && <img className="file-preview" src={file.path} alt={`${file.name} 的预览`} />}
    <Facts
      items={[
        ['文件名', `${file.name}.${file.suffix}`],
        ['类别', file.type],
        ['大小', file.size],
        [
          '链接',
          <a key="path" className="file-link" href={file.path} target="_blank" rel="noopener">
            {file.path}
          </a>,
        ],
        ['使用', file.usedBy.map((title) => `《${title}》`).join('')],
        ['上传人', file.createBy],
        ['上传时间', file.createTime],
        ['修改人', file.updateBy],
      ]}
    />
  </>
);
