import { Checkbox } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import { areKeysOff, KEYS_OFF } from './use-desk-keys.ts';
import { writeStored } from '../../lib/browser-storage.ts';

const keys = [
  ['j / k', '下一份、上一份材料'],
  ['n', '下一份没有提交的材料'],
  ['f', '下一个文件'],
  ['Shift + ↑ ↓', '到上一个、下一个评分项的级别（在意见框中为选择文字）'],
  ['1 … 9', '在评分项的级别上，选第几级'],
  ['[ 和 ]', '收起材料、收起评分'],
  ['g m / g s', '到材料、到评分'],
  ['Ctrl + S', '立即保存'],
  ['Ctrl + Enter', '打开提交前的汇总'],
  ['?', '显示这张表'],
] as const;

const setOff = (isOff: boolean) => writeStored('localStorage', KEYS_OFF, isOff ? '1' : null);

/** The keyboard shortcuts, and a switch to turn them off for experts who press letters by mistake. */
export const KeyHelp = ({ onClose }: { onClose: () => void }) => {
  const [isOff, setIsOff] = useState(areKeysOff);
  return (
    <Dialog
      open
      title="快捷键"
      okText="知道了"
      cancelButtonProps={{ hidden: true }}
      onOk={onClose}
      onCancel={onClose}
    >
      <dl className="desk-keys">
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p>在输入框中打字时，单个字母不是快捷键。</p>
      <Checkbox
        checked={isOff}
        onChange={({ target }) => {
          setOff(target.checked);
          setIsOff(target.checked);
        }}
      >
        关闭单键快捷键
      </Checkbox>
    </Dialog>
  );
};
