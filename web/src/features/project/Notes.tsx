import { CommentOutlined } from '@ant-design/icons';
import { useFormWork } from './form-context.ts';
import './notes.css';

/** What the school said about this very place when it sent the application back. */
export const Notes = ({ path }: { path: string }) =>
  useFormWork()
    .notes.filter((note) => note.path === path)
    .map(({ message }) => (
      <span key={message} className="project-note">
        <CommentOutlined aria-hidden /> 退回意见：{message}
      </span>
    ));
