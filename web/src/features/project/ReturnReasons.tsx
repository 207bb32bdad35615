import { CommentOutlined } from '@ant-design/icons';
import { useFormWork } from './form-context.ts';
import './notes.css';

/** Reasons that the school gave for this field when it returned the project. */
export const ReturnReasons = ({ path }: { path: string }) =>
  useFormWork()
    .notes.filter((note) => note.path === path)
    .map(({ message }) => (
      <span key={message} className="project-note">
        <CommentOutlined aria-hidden /> 退回意见：{message}
      </span>
    ));
