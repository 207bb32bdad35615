import { useOnline } from './use-online.ts';
import { useNewVersion } from './use-new-version.ts';

/** Quiet bars above everything: what holds for all pages at once. */
export const StatusBars = () => {
  const isOnline = useOnline();
  const hasNewVersion = useNewVersion();
  return (
    <div role="status">
      {!isOnline && <p className="status-bar">网络已断开，修改会先存在本机</p>}
      {hasNewVersion && (
        <p className="status-bar">
          有新版本，
          <button type="button" className="plain-button" onClick={() => location.reload()}>
            刷新
          </button>
        </p>
      )}
    </div>
  );
};
