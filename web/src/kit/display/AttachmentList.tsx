import { PaperClipOutlined } from '@ant-design/icons';
import type { Attachment } from '@zhiping/shared/contracts/article.ts';
import type { ReactNode } from 'react';
import './attachment-list.css';

type Props = { files: readonly Attachment[]; label?: string; actions?: (file: Attachment) => ReactNode };

/** Files beside a text, to be saved by whoever may read it. */
export const AttachmentList = ({ files, label = '附件', actions }: Props) =>
  files.length === 0 ? null : (
    <ul className="attachment-list" aria-label={label}>
      {files.map((file) => (
        <li key={file.id}>
          <PaperClipOutlined />
          {/* The browser sends the cookie of the session along. */}
          <a href={file.path} download={`${file.name}.${file.suffix}`}>
            {file.name}.{file.suffix}
          </a>
          <span className="attachment-size">{file.size}</span>
          {actions?.(file)}
        </li>
      ))}
    </ul>
  );
