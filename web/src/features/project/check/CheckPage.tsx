import { ProjectListPage } from './ProjectListPage.tsx';

/** Applications of the reader's schools. */
export default function CheckPage() {
  return <ProjectListPage />;
}
