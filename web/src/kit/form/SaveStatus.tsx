import { Button } from 'antd';
import { saveStatusText, type SaveStatus as Status } from '../../lib/autosaver.ts';
import { useIsKeepingRefused } from '../../lib/kept-work.ts';
import './save-status.css';

/** Shows whether the work is saved, unobtrusively and for screen readers. */
export const SaveStatus = ({ status, onRetry }: { status: Status; onRetry: () => void }) => {
  const words = saveStatusText(status, !useIsKeepingRefused());
  return (
    <output className="save-status">
      {status.state === 'failed' ? (
        <Button type="link" danger onClick={onRetry}>
          {words}
        </Button>
      ) : (
        words
      )}
    </output>
  );
};
