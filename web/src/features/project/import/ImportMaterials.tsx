import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { useSubView } from '../../../kit/hooks/use-sub-view.ts';

const MaterialsDialog = lazy(() => import('./MaterialsDialog.tsx'));

/** `?archive=open` opens the dialog, so that messages about an import can link to it. */
export const ImportMaterials = () => {
  const view = useSubView('archive');
  const navigate = useNavigate();
  return (
    <>
      <Button onClick={() => void navigate(view.hrefOf('open'))}>导入材料</Button>
      {view.value !== null && (
        <Suspense fallback={null}>
          <MaterialsDialog onClose={view.close} />
        </Suspense>
      )}
    </>
  );
};
