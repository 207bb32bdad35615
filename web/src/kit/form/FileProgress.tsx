import { Button, Progress } from 'antd';
import './file-drop.css';
import type { Upload } from './use-uploads.ts';

type Props = {
  uploads: readonly Upload[];
  onDismiss: (key: number) => void;
  /** Stops an upload; without it there is no cancel button. */
  onCancel?: (key: number) => void;
};

/** List of running uploads with their progress, and of failed ones with their reason. */
export const FileProgress = ({ uploads, onDismiss, onCancel }: Props) =>
  uploads.length === 0 ? null : (
    <ul className="file-progress" aria-label="正在上传">
      {uploads.map(({ key, name, share, isWaiting, problem }) => (
        <li key={key}>
          <span className="file-progress-name">{name}</span>
          {problem === undefined ? (
            <>
              <Progress percent={Math.round(share * 100)} size="small" aria-label={`${name} 的上传进度`} />
              <span className="file-progress-wait" role="status">
                {isWaiting && '连接中断，恢复后自动接着传，请不要关闭页面'}
              </span>
              {onCancel && (
                <Button
                  size="small"
                  type="link"
                  aria-label={`取消上传：${name}`}
                  onClick={() => onCancel(key)}
                >
                  取消
                </Button>
              )}
            </>
          ) : (
            <>
              <span className="file-progress-problem" role="alert">
                {problem}
              </span>
              <Button size="small" type="link" aria-label={`知道了：${name}`} onClick={() => onDismiss(key)}>
                知道了
              </Button>
            </>
          )}
        </li>
      ))}
    </ul>
  );
