import { BlindListPage } from './BlindListPage.tsx';

/** Blind copies of a cycle. */
export default function BlindCopyPage() {
  return <BlindListPage />;
}
