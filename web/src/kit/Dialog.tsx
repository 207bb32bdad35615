import { ConfigProvider, Modal, type ModalProps } from 'antd';
import { useTabVisible } from '../lib/tab-context.ts';

/** Beside the field, where screen readers expect them; antd's dialog itself lets clicks through. */
const popupsIn = (trigger?: HTMLElement) => trigger?.parentElement ?? document.body;

/**
 * The modal dialog of the product. It is mounted only while its tab is on screen: an antd Modal that is open in a tab
 * when this gets hidden breaks the tree on return. Forms inside keep their values if the page makes the form instance.
 */
export const Dialog = ({ open, ...props }: ModalProps & { open: boolean; title: string }) =>
  useTabVisible() && open ? (
    <ConfigProvider getPopupContainer={popupsIn}>
      <Modal open {...props} />
    </ConfigProvider>
  ) : null;
