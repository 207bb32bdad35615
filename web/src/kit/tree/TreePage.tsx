import { ApartmentOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { Suspense, useState, type ReactNode } from 'react';
import { useTabVisible } from '../../lib/tab-context.ts';
import { useIsMobile } from '../../lib/use-media.ts';
import { Loading } from '../display/states.tsx';
import './tree-page.css';

type Props = {
  /** What the tree is called, where it hides behind a button. */
  label: string;
  /** `onDone` closes the sheet that holds the tree on a phone. */
  tree: (onDone: () => void) => ReactNode;
  children: ReactNode;
};

/** A tree that narrows what stands beside it. */
export const TreePage = ({ label, tree, children }: Props) => {
  const isMobile = useIsMobile();
  const isVisible = useTabVisible();
  const [isOpen, setOpen] = useState(false);

  if (!isMobile) {
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
    <>
      <Button className="tree-button" block icon={<ApartmentOutlined />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Drawer
        title={label}
        size="100%"
        open={isOpen && isVisible}
        onClose={() => setOpen(false)}
        closable={{ 'aria-label': `关闭${label}` }}
      >
        <Suspense fallback={<Loading />}>{tree(() => setOpen(false))}</Suspense>
      </Drawer>
      {children}
    </>
  );
};
