import { Button } from 'antd';
import { saveStatusText, type SaveStatus as Status } from '../../lib/autosaver.ts';
import { useIsDraftStorageRefused } from '../../lib/draft-storage-state.ts';
import './save-status.css';

/** Shows whether the work is saved, unobtrusively and for screen readers. */
export const SaveStatus = ({ status, onRetry }: { status: Status; onRetry: () => void }) => {
  const words = saveStatusText(status, !useIsDraftStorageRefused());
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
