import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { conflictApi as api } from '@zhiping/shared/contracts/conflict.ts';
import { Alert } from 'antd';
import { Link, useSearchParams } from 'react-router';
import { Facts } from '../../kit/display/Facts.tsx';
import { Empty, Failed, Loading } from '../../kit/display/states.tsx';
import { DetailDrawer } from '../../kit/layout/DetailDrawer.tsx';
import { type Answer, ApiError } from '../../lib/api.ts';
import { reading } from '../../lib/query-client.ts';
import { addressOf } from './addresses.ts';
import { ConflictItems } from './ConflictItems.tsx';
import { Relations } from './Relations.tsx';

type ContentProps = {
  id: number;
  cycleId: number | undefined;
  read: UseQueryResult<Answer<typeof api.expert>>;
};

const Content = ({ id, cycleId, read: { data, error, refetch } }: ContentProps) => {
  const [params] = useSearchParams();
  if (error instanceof ApiError && error.status === 404)
    return <Empty text="没有找到这位专家，或您无权查看" />;
  if (error) return <Failed what="专家的回避" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  const { counts, appliesIn } = data;
  return (
    <>
      <Facts
        items={[
          ['单位', data.schoolName],
          ['必须回避', `${counts.block} 条`],
          ['提示', `${counts.warn} 条`],
        ]}
      />
      {appliesIn.length > 0 && (
        <Alert
          className="conflict-notice"
          type="info"
          showIcon
          title={`本人在「${appliesIn.map(({ name }) => name).join('」「')}」中申报，不参加其中任何评审`}
        />
      )}
      <Relations expert={data} />
      <section className="conflict-part">
        <h2>{cycleId === undefined ? '需要回避的申报' : '本批次需要回避的申报'}</h2>
        <ConflictItems
          filters={{ expertId: id, ...(cycleId !== undefined && { cycleId }) }}
          titleOf={({ projectId, projectNo, applicantName, schoolName }) => (
            <strong>
              <Link to={addressOf(params, 'project', projectId)}>
                {applicantName}（{projectNo}）
              </Link>{' '}
              {schoolName}
            </strong>
          )}
          nameOf={({ applicantName }) => `申报人${applicantName}`}
          none="没有发现需要回避的申报"
        />
      </section>
    </>
  );
};

type Props = { id: number | null; cycleId: number | undefined; onClose: () => void };

/** The projects that one expert must not review, and the declared relations of the expert, in a drawer. */
export const ExpertDrawer = ({ id, cycleId, onClose }: Props) => {
  // One query for the title and the content below it.
  const read = useQuery({ ...reading(api.expert, { params: { id: id ?? 0 } }), enabled: id !== null });
  return (
    <DetailDrawer
      title={read.data ? `专家${read.data.name}的回避` : '专家的回避'}
      isOpen={id !== null}
      onClose={onClose}
    >
      {id !== null && <Content key={id} id={id} cycleId={cycleId} read={read} />}
    </DetailDrawer>
  );
};
