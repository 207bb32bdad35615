import { ApartmentOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { Suspense, useState, type ReactNode } from 'react';
import { useTabVisible } from '../../lib/tab-context.ts';
import { useIsMobile, useMedia } from '../../lib/use-media.ts';
import { Loading } from '../display/states.tsx';
import './tree-page.css';

type Props = {
  /** What the tree is called, where it hides behind a button. */
  label: string;
  /** `onDone` closes the sheet that holds the tree where it does not stand beside the list. */
  tree: (onDone: () => void) => ReactNode;
  children: ReactNode;
};

/** Below this the columns of a list need the whole width. */
const WIDE_QUERY = '(min-width: 1200px)';

/** A tree that narrows what stands beside it. */
export const TreePage = ({ label, tree, children }: Props) => {
  const isMobile = useIsMobile();
  const isWide = useMedia(WIDE_QUERY);
  const isVisible = useTabVisible();
  const [isOpen, setOpen] = useState(false);

  if (isWide) {
    return (
      <div className="tree-page">
        <aside>
          <Suspense fallback={<Loading />}>{tree(() => {})}</Suspense>
        </aside>
        {children}
      </div>
    );
  }
  return (
    <div className="tree-above">
      <Button
        className="tree-button"
        block={isMobile}
        icon={<ApartmentOutlined />}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <Drawer
        title={label}
        placement={isMobile ? 'right' : 'left'}
        size={isMobile ? '100%' : 360}
        open={isOpen && isVisible}
        onClose={() => setOpen(false)}
        closable={{ 'aria-label': `关闭${label}` }}
      >
        <Suspense fallback={<Loading />}>{tree(() => setOpen(false))}</Suspense>
      </Drawer>
      {children}
    </div>
  );
};
