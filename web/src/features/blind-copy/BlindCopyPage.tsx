import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { BlindListPage } from './BlindListPage.tsx';
import { BlindScreen } from './BlindScreen.tsx';

/** The blind copies of a cycle, or one of them beside its original. */
export default function BlindCopyPage() {
  const { value, close } = useSubView('id');
  return value === null ? <BlindListPage /> : <BlindScreen key={value} id={Number(value)} onLeave={close} />;
}
