import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { conflictApi as api } from '@zhiping/shared/contracts/conflict.ts';
import { Link, useSearchParams } from 'react-router';
import { Facts } from '../../kit/display/Facts.tsx';
import { Empty, Failed, Loading } from '../../kit/display/states.tsx';
import { DetailDrawer } from '../../kit/layout/DetailDrawer.tsx';
import { type Answer, ApiError } from '../../lib/api.ts';
import { reading } from '../../lib/query-client.ts';
import { addressOf } from './addresses.ts';
import { ApplyingExperts } from './ApplyingExperts.tsx';
import { ConflictItems } from './ConflictItems.tsx';

type Read = UseQueryResult<Answer<typeof api.project>>;

const Content = ({ id, read: { data, error, refetch } }: { id: number; read: Read }) => {
  const [params] = useSearchParams();
  if (error instanceof ApiError && error.status === 404)
    return <Empty text="没有找到这份申报：可能尚未提交或已撤回，或您无权查看" />;
  if (error) return <Failed what="申报的回避" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  const { counts } = data;
  return (
    <>
      <Facts
        items={[
          ['批次', data.cycle.name],
          ['学校', data.schoolName],
          ['编号', data.no],
          ['必须回避', `${counts.block} 条`],
          ['提示', `${counts.warn} 条`],
        ]}
      />
      <ApplyingExperts experts={data.applying} />
      <section className="conflict-part">
        <h2>需要回避的专家</h2>
        <ConflictItems
          filters={{ projectId: id }}
          titleOf={({ expertId, expertName, expertUnit }) => (
            <strong>
              <Link to={addressOf(params, 'expert', expertId)}>{expertName}</Link> {expertUnit}
            </strong>
          )}
          nameOf={({ expertName }) => `专家${expertName}`}
          none="没有发现需要回避的专家"
        />
      </section>
    </>
  );
};

/** The experts who must not review one project, in a drawer. */
export const ProjectDrawer = ({ id, onClose }: { id: number | null; onClose: () => void }) => {
  // One query for the title and the content below it.
  const read = useQuery({ ...reading(api.project, { params: { id: id ?? 0 } }), enabled: id !== null });
  return (
    <DetailDrawer
      title={read.data ? `${read.data.name}的回避` : '申报的回避'}
      isOpen={id !== null}
      onClose={onClose}
    >
      {id !== null && <Content key={id} id={id} read={read} />}
    </DetailDrawer>
  );
};
