import { useQuery } from '@tanstack/react-query';
import { draftApi } from '@zhiping/shared/contracts/draft.ts';
import { expertApi, type OwnExpert } from '@zhiping/shared/contracts/expert.ts';
import { useRef, useState } from 'react';
import { Failed, Loading } from '../../../kit/display/states.tsx';
import { call } from '../../../lib/api.ts';
import { useAutosave } from '../../../lib/autosave.ts';
import { queryClient, reading } from '../../../lib/query-client.ts';
import { ConfirmationForm } from './ConfirmationForm.tsx';
import './confirmation.css';
import '../periods.css';
import { ConflictChooser } from './ConflictChooser.tsx';
import { startOf, type KeptWork, type Work } from './draft.ts';

const DRAFT = { kind: 'expertProfile', ref: 0 } as const;

/** The gate of department 20 (specification §2, §4): experts cannot review before they have checked their record. */
export default function ConfirmationPage() {
  const own = useQuery({ ...reading(expertApi.own), staleTime: Infinity, gcTime: 0 });
  const draft = useQuery({ ...reading(draftApi.read, { params: DRAFT }), staleTime: Infinity, gcTime: 0 });
  const lastSaved = useRef<string>(undefined);
  const autosave = useAutosave<KeptWork>({
    key: 'expert-confirmation',
    save: async ({ baseVersion, form }) => {
      const { savedAt } = await call(draftApi.save, {
        params: DRAFT,
        body: { baseVersion, form },
        quiet: true,
      });
      lastSaved.current = savedAt;
    },
  });
  // The current work, newer than every draft; undefined until the first edit.
  const [current, setCurrent] = useState<KeptWork>();

  const failed = [own, draft].find(({ isError }) => isError);
  if (failed) return <Failed what="专家信息" error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!own.data || draft.isPending || autosave.restored === undefined) return <Loading />;

  const { version } = own.data;
  const keep = (work: Work, baseVersion = version) => {
    const continues = lastSaved.current ?? draft.data?.savedAt ?? null;
    const kept = { baseVersion, form: work, continues };
    setCurrent(kept);
    autosave.change(kept);
  };
  /** Adopts a partial write of this page. A write of another user in between still causes a conflict. */
  const adopt = (saved: OwnExpert, work: Work) => {
    queryClient.setQueryData(reading(expertApi.own).queryKey, saved);
    keep(work, saved.version === version + 1 ? saved.version : version);
  };
  const start = current ? startOf(own.data, null, current) : startOf(own.data, draft.data, autosave.restored);

  if (start.kind === 'conflict') return <ConflictChooser conflict={start} onResolve={(work) => keep(work)} />;
  return (
    <ConfirmationForm
      own={own.data}
      start={start.work}
      saving={autosave}
      onChange={(work) => keep(work)}
      onAdopt={adopt}
    />
  );
}
