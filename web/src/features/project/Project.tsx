import { useQuery } from '@tanstack/react-query';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { isInWork } from '@zhiping/shared/rules/project/states.ts';
import { useNavigate } from 'react-router';
import { Empty, Failed, Loading } from '../../kit/display/states.tsx';
import { ApiError } from '../../lib/api.ts';
import { lastSaveOf } from '../../lib/autosave.ts';
import { readingAfter } from '../../lib/query-client.ts';
import { useTabTitle } from '../../lib/tab-context.ts';
import { ProjectEditor } from './ProjectEditor.tsx';
import { ProjectStatus } from './ProjectStatus.tsx';

/** One project, to edit or to read. */
export default function Project({ id }: { id: number }) {
  const navigate = useNavigate();
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...readingAfter(() => lastSaveOf(`project-${id}`), projectApi.read, { params: { id } }),
    staleTime: Infinity,
    gcTime: 0,
  });
  useTabTitle('我的申报');
  const leave = () => void navigate('?');
  if (error instanceof ApiError && error.status === 404)
    return <Empty text="没有找到这份申报，可能已被删除" />;
  // A failed refetch must not remove the form that is being edited.
  if (error && !data) return <Failed what="申报" error={error} onRetry={() => void refetch()} />;
  if (!data || !isFetchedAfterMount) return <Loading />;
  if (data.view !== 'applicant') return <Empty text="这不是您的申报，请在「申报审核」中查看" />;
  return isInWork(data.state) ? (
    <ProjectEditor project={data} onLeave={leave} />
  ) : (
    <ProjectStatus project={data} onLeave={leave} />
  );
}
