import { Button } from 'antd';
import { saveStatusText, type SaveStatus as Status } from '../../lib/autosaver.ts';
import './save-status.css';

/** Tells, quietly and to screen readers, where the work is kept. */
export const SaveStatus = ({ status, onRetry }: { status: Status; onRetry: () => void }) => (
  <output className="save-status">
    {status.state === 'failed' ? (
      <Button type="link" danger onClick={onRetry}>
        {saveStatusText(status)}
      </Button>
    ) : (
      saveStatusText(status)
    )}
  </output>
);
