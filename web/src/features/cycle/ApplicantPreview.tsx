import { useQuery } from '@tanstack/react-query';
import { commitmentApi } from '@zhiping/shared/contracts/commitment.ts';
import type { Cycle } from '@zhiping/shared/contracts/cycle.ts';
import { Failed, Loading } from '../../kit/display/states.tsx';
import { reading } from '../../lib/query-client.ts';
import { ApplicantNotice } from './ApplicantNotice.tsx';

/** Preview of the notice for applicants. */
export const ApplicantPreview = ({ cycle }: { cycle: Cycle }) => {
  const id = cycle.commitments.applicant;
  const { data, error, refetch } = useQuery({
    ...reading(commitmentApi.text, { params: { id: id ?? 0 } }),
    enabled: id !== null,
  });
  if (error) return <Failed what="承诺书" error={error} onRetry={() => void refetch()} />;
  if (id !== null && !data) return <Loading rows={4} />;
  return <ApplicantNotice cycle={{ ...cycle, commitment: data ?? null }} />;
};
