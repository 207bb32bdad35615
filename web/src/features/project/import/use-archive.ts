import { useQuery } from '@tanstack/react-query';
import { materialArchiveApi as api } from '@zhiping/shared/contracts/material-archive.ts';
import { taskApi } from '@zhiping/shared/contracts/task.ts';
import { useEffect } from 'react';
import { useAction } from '../../../kit/hooks/use-action.ts';
import { useResumableUploads } from '../../../kit/form/use-resumable-uploads.ts';
import { call } from '../../../lib/api.ts';
import { reading, refresh } from '../../../lib/query-client.ts';
import { isOpen, useOwnTask } from '../../../lib/tasks.ts';

/** The user's newest archive, its check result, and the actions on it; restored after a reload. */
export const useArchive = (cycleId: number | undefined) => {
  const { data } = useQuery(reading(api.latest));
  const archive = data?.archive ?? null;
  const isLooked = archive !== null && archive.state !== 'checking' && archive.state !== 'failed';
  const { data: files } = useQuery({
    ...reading(api.files, { params: { id: archive?.id ?? 0 } }),
    enabled: isLooked,
  });
  const [checking, importing] = [useOwnTask('materials.check'), useOwnTask('materials.import')];
  const task = [checking, importing].find((one) => one && isOpen(one)) ?? null;
  const failed = archive?.state === 'failed' && checking?.state === 'failed' ? checking.error : null;

  const moment = `${checking?.id}/${checking?.state}/${importing?.id}/${importing?.state}`;
  useEffect(() => {
    void refresh(api.latest, api.files);
  }, [moment]);

  const commit = useAction(async () => {
    await call(api.commit, { params: { id: archive!.id }, quiet: true });
    await refresh(api.latest, taskApi.latest);
  });

  const { uploads, add, remove, isBusy } = useResumableUploads(
    async (uploadId) => {
      await call(api.create, { body: { uploadId, cycleId: cycleId! }, quiet: true });
      await refresh(api.latest, api.files, taskApi.latest);
    },
    undefined,
    'archive',
  );

  return {
    archive,
    files: isLooked ? files : undefined,
    task,
    problem: commit.problem ?? failed,
    uploads,
    remove,
    isUploading: isBusy,
    isBusy: isBusy || commit.isPending || task !== null,
    check: (file: File) => {
      commit.clearProblem();
      void add([file]);
    },
    commit: commit.run,
  };
};
