import { PaperClipOutlined } from '@ant-design/icons';
import type { Attachment } from '@zhiping/shared/contracts/article.ts';
import type { ReactNode } from 'react';
import './attachment-list.css';

type Props = { files: readonly Attachment[]; label?: string; actions?: (file: Attachment) => ReactNode };

/** Links that download the files attached to a text. */
export const AttachmentList = ({ files, label = '附件', actions }: Props) =>
  files.length === 0 ? null : (
    <ul className="attachment-list" aria-label={label}>
      {files.map((file) => (
        <li key={file.id}>
          <PaperClipOutlined />
          {/* A plain link is enough: the browser sends the session cookie. */}
          <a href={file.path} download={`${file.name}.${file.suffix}`}>
            {file.name}.{file.suffix}
          </a>
          <span className="attachment-size">{file.size}</span>
          {actions?.(file)}
        </li>
      ))}
    </ul>
  );
