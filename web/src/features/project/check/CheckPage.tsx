import { lazy, Suspense } from 'react';
import { Loading } from '../../../kit/display/states.tsx';
import { useSubView } from '../../../kit/hooks/use-sub-view.ts';
import { ProjectListPage } from './ProjectListPage.tsx';
import { SheetScreen } from './SheetScreen.tsx';

const CheckedProject = lazy(() => import('./CheckedProject.tsx'));

/** The projects of the reader's schools, or one of them to check. */
export default function CheckPage() {
  const { value } = useSubView('id');
  const sheet = useSubView('sheet');
  if (sheet.value !== null) return <SheetScreen sheet={sheet.value} onLeave={sheet.close} />;
  if (value === null) return <ProjectListPage />;
  return (
    <Suspense fallback={<Loading />}>
      <CheckedProject key={value} id={Number(value)} />
    </Suspense>
  );
}
