import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { Can } from '../../kit/display/Can.tsx';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';

const EditionDialog = lazy(() => import('./EditionDialog.tsx'));

export const EditionButton = ({ catalog }: { catalog: string | undefined }) => {
  const view = useSubView('import');
  const navigate = useNavigate();
  return (
    <Can roles={['subject:edit']}>
      <Button onClick={() => void navigate(view.hrefOf('open'))}>导入新版</Button>
      {view.value !== null && (
        <Suspense fallback={null}>
          <EditionDialog catalog={catalog} onClose={view.close} />
        </Suspense>
      )}
    </Can>
  );
};
