import { Drawer } from 'antd';
import { memo, useRef, type ReactNode } from 'react';
import { useTabVisible } from '../../lib/tab-context.ts';
import { useIsMobile } from '../../lib/use-media.ts';
import './detail-drawer.css';
import { CopyOf, Paper } from '../display/Paper.tsx';
import { PrintButton } from '../display/PrintButton.tsx';

type Props = { title: string; isOpen: boolean; onClose: () => void; foot?: ReactNode; children: ReactNode };

/** Keeps the last content while the drawer closes, even if the address has changed by then. */
const KeepWhileClosing = memo(
  ({ children }: { isOpen: boolean; children: ReactNode }) => children,
  (_before, { isOpen }) => !isOpen,
);

/** A drawer beside the list on a wide screen, full width on a phone. */
export const DetailDrawer = ({ title, isOpen, onClose, foot, children }: Props) => {
  const isMobile = useIsMobile();
  const isVisible = useTabVisible();
  const content = useRef<HTMLDivElement>(null);
  return (
    <Drawer
      title={<KeepWhileClosing isOpen={isOpen}>{title}</KeepWhileClosing>}
      size={isMobile ? '100%' : 720}
      open={isOpen && isVisible}
      onClose={onClose}
      closable={{ 'aria-label': '关闭详情' }}
      destroyOnHidden
      extra={<PrintButton label="打印" />}
      footer={foot && <KeepWhileClosing isOpen={isOpen}>{foot}</KeepWhileClosing>}
    >
      <div ref={content}>
        <KeepWhileClosing isOpen={isOpen}>{children}</KeepWhileClosing>
      </div>
      {isOpen && (
        <Paper kind="detail" title={title}>
          <CopyOf source={content} />
        </Paper>
      )}
    </Drawer>
  );
};
