import { Button } from 'antd';
import { useState } from 'react';
import { readStored, writeStored } from '../../lib/browser-storage.ts';
import { useIsDraftStorageRefused } from '../../lib/draft-storage-state.ts';

const KEY = 'zhiping-desk-hint-seen';
/** On smaller screens the hint is one line until it is opened. */
const ROOMY = '(min-width: 1200px) and (min-height: 700px)';

const isSeen = () => readStored('localStorage', KEY) === '1';

/** Five lines for the first visit; they stay hidden once they are closed. */
export const FirstHint = () => {
  const [isShown, setShown] = useState(() => !isSeen());
  const isKeepingRefused = useIsDraftStorageRefused();
  const [isOpen] = useState(() => matchMedia(ROOMY).matches);
  const close = () => {
    setShown(false);
    writeStored('localStorage', KEY, '1');
  };
  if (!isShown) return null;
  return (
    <aside className="desk-hint" aria-label="第一次评审">
      <details open={isOpen}>
        <summary>第一次评审，看五点提示</summary>
        <ol>
          <li>「材料」与「评分」并排或在上方切换，并排时两边的宽度可以调整。</li>
          <li>点文件名就在本页阅读，读到哪一页会记住。</li>
          <li>选等级会填入分数，分数还可以再改。</li>
          <li>
            {isKeepingRefused
              ? '写下的内容自动保存，看到「已保存」后再关闭页面。'
              : '写下的内容自动保存，断网、关机都不会丢。'}
          </li>
          <li>全部填好后点「提交评审」，截止前可以撤回修改。</li>
        </ol>
      </details>
      <Button onClick={close}>知道了</Button>
    </aside>
  );
};
