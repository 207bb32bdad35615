import { useQuery } from '@tanstack/react-query';
import { commitmentApi } from '@zhiping/shared/contracts/commitment.ts';
import { type CommitmentKind, commitmentKinds } from '@zhiping/shared/rules/commitment/kinds.ts';
import { lazy, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Failed, Loading } from '../../kit/display/states.tsx';
import { PageHead } from '../../kit/layout/PageHead.tsx';
import { usePermission } from '../../lib/permission.ts';
import { reading } from '../../lib/query-client.ts';
import './commitment.css';
import { CommitmentView } from './CommitmentView.tsx';

const CommitmentEditor = lazy(() => import('./CommitmentEditor.tsx'));

const kinds = Object.keys(commitmentKinds) as CommitmentKind[];
const isKind = (name: string | null): name is CommitmentKind => name !== null && name in commitmentKinds;

/** The four commitment texts of a review, each with its versions. */
export default function CommitmentPage() {
  const [params] = useSearchParams();
  const mayEdit = usePermission(['commitment:edit']);
  const { data, error, isPending, refetch } = useQuery(reading(commitmentApi.kinds));
  const asked = params.get('kind');
  const kind = isKind(asked) ? asked : 'applicant';
  const versions = data?.find((one) => one.kind === kind)?.versions ?? [];
  const isEditing = mayEdit && params.get('edit') === 'new';

  return (
    <section className="panel">
      <PageHead title="承诺书" />
      {isPending && <Loading />}
      {error && <Failed what="承诺书" error={error} onRetry={() => void refetch()} />}
      {data && (
        <div className="commitment-page">
          <nav aria-label="承诺书的种类">
            <ul>
              {kinds.map((one) => (
                <li key={one}>
                  <Link to={`?kind=${one}`} aria-current={one === kind ? 'page' : undefined}>
                    {commitmentKinds[one]}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          {isEditing ? (
            <Suspense fallback={<Loading />}>
              <CommitmentEditor key={kind} kind={kind} newest={versions[0]} />
            </Suspense>
          ) : (
            <CommitmentView key={kind} kind={kind} versions={versions} mayEdit={mayEdit} />
          )}
        </div>
      )}
    </section>
  );
}
