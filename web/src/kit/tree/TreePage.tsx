import { ApartmentOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { Suspense, useState, type ReactNode } from 'react';
import { useTabVisible } from '../../lib/tab-context.ts';
import { useIsMobile, useMedia } from '../../lib/use-media.ts';
import { Loading } from '../display/states.tsx';
import './tree-page.css';

type Props = {
  /** Label of the button that opens the tree in a narrow window. */
  label: string;
  /** `onDone` closes the drawer that holds the tree in a narrow window. */
  tree: (onDone: () => void) => ReactNode;
  children: ReactNode;
};

/** In narrower windows the columns of a list need the whole width. */
const WIDE_QUERY = '(min-width: 1200px)';

/** A tree whose selection filters the content beside it. */
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
