import { App } from 'antd';
import { useRef } from 'react';

/**
 * Asks before typed input is lost. Returns whether it may be discarded, and false while another question is open.
 * `what` names the input if there is more than one kind.
 */
export const useConfirmDiscard = () => {
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
