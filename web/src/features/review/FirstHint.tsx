import { Alert } from 'antd';
import { useState } from 'react';
import { recall, remember } from '../../lib/browser-storage.ts';

const KEY = 'zhiping-desk-hint-seen';

const isSeen = () => recall('localStorage', KEY) === '1';

/** Five lines for whoever comes the first time; they stay away once they were closed. */
export const FirstHint = () => {
  const [isShown, setShown] = useState(() => !isSeen());
  const close = () => {
    setShown(false);
    remember('localStorage', KEY, '1');
  };
  if (!isShown) return null;
  return (
    <Alert
      type="info"
      closable={{ closeIcon: '知道了', onClose: close }}
      title={
        <ol className="desk-hint">
          <li>一边是材料，一边是评分，上方可以调整两边的宽度。</li>
          <li>点文件名就在本页阅读，读到哪一页会记住。</li>
          <li>选等级会填入分数，分数还可以再改。</li>
          <li>写下的内容自动保存，断网、关机都不会丢。</li>
          <li>全部填好后点「提交评审」，截止前可以撤回修改。</li>
        </ol>
      }
    />
  );
};
