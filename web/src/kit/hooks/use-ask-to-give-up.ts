import { App } from 'antd';
import { useRef } from 'react';

/** Asks before what was typed is lost, once at a time; answers whether it may be. `what` names it where there is more than one thing. */
export const useAskToGiveUp = () => {
  const { modal } = App.useApp();
  const isAsking = useRef(false);
  return async (what = '填写的内容'): Promise<boolean> => {
    if (isAsking.current) return false;
    isAsking.current = true;
    const isSure = await modal.confirm({
      title: '放弃已填写的内容',
      content: `${what}还没有保存，确定放弃吗？`,
      okText: '放弃填写',
      okButtonProps: { danger: true },
      cancelText: '继续填写',
      focusable: { autoFocusButton: 'cancel' },
    });
    isAsking.current = false;
    return isSure;
  };
};
