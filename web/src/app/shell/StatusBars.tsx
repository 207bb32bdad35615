import { useIsDraftStorageRefused, useHasLocalDrafts } from '../../lib/draft-storage-state.ts';
import { useOnline } from '../../lib/use-online.ts';
import { useNewVersion } from './use-new-version.ts';

/** Bars for conditions that affect all pages, such as a lost connection. */
export const StatusBars = () => {
  const isOnline = useOnline();
  const isRefused = useIsDraftStorageRefused();
  const isWorkKept = useHasLocalDrafts() && !isRefused;
  const hasNewVersion = useNewVersion();
  return (
    <div role="status">
      {!isOnline && (
        <p className="status-bar">
          {isWorkKept
            ? '网络已断开，修改会先存在本机'
            : '网络已断开，现在不能读取和保存；请不要关闭页面，恢复后再继续'}
        </p>
      )}
      {isOnline && isRefused && (
        <p className="status-bar">
          这台设备的浏览器不能暂存内容（空间已满或被禁用），请看到「已保存」后再关闭页面
        </p>
      )}
      {hasNewVersion && (
        <p className="status-bar">
          新版本已就绪，这个页面可以继续用，方便时
          <button type="button" className="plain-button" onClick={() => location.reload()}>
            刷新
          </button>
        </p>
      )}
    </div>
  );
};
