import { useQuery } from '@tanstack/react-query';
import { projectListApi, type ProjectRow } from '@zhiping/shared/contracts/project-list.ts';
import { Button } from 'antd';
import { Empty, Loading } from '../../../kit/display/states.tsx';
import { useSubView } from '../../../kit/hooks/use-sub-view.ts';
import { reading } from '../../../lib/query-client.ts';

/** Why a row cannot be opened; undefined if it can. */
export const unreadableReason = ({ isReadable, state }: ProjectRow): string | undefined => {
  if (isReadable) return undefined;
  return state === 'withdrawn' ? '申报人已放弃申报，不能查看内容' : '申报人还在填写，提交后才能查看内容';
};

/** An address without a readable project: shows the reason, if the list has one, and a link back. */
export const Unreadable = ({ id }: { id: number }) => {
  const { close } = useSubView('id');
  const { data, error } = useQuery(reading(projectListApi.list, { query: { id } }));
  if (!data && !error) return <Loading />;
  const row = data?.content[0];
  const why = row && unreadableReason(row);
  return (
    <Empty text={why ? `${row.name}的申报：${why}` : '没有找到这份申报：可能已撤回或删除，或您无权查看'}>
      <Button onClick={close}>返回列表</Button>
    </Empty>
  );
};
