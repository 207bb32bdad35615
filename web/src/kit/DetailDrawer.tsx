import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useTabVisible } from '../lib/tab-context.ts';
import { useIsMobile } from '../lib/use-media.ts';

type Props = { title: string; isOpen: boolean; onClose: () => void; children: ReactNode };

/** Beside the list on a wide screen, a page of its own on a phone. */
export const DetailDrawer = ({ title, isOpen, onClose, children }: Props) => {
  const isMobile = useIsMobile();
  const isVisible = useTabVisible();
  return (
    <Drawer
      title={title}
      size={isMobile ? '100%' : 560}
      open={isOpen && isVisible}
      onClose={onClose}
      closable={{ 'aria-label': '关闭详情' }}
      destroyOnHidden
    >
      {children}
    </Drawer>
  );
};
