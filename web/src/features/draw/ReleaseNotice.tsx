import { useQuery } from '@tanstack/react-query';
import { type Draw, drawApi, type NotedPlaces } from '@zhiping/shared/contracts/draw.ts';
import { standingKinds } from '@zhiping/shared/rules/draw/states.ts';
import { Alert } from 'antd';
import { Failed } from '../../kit/display/states.tsx';
import { reading } from '../../lib/query-client.ts';
import './draw.css';

/** Poll interval: experts are replaced or take leave meanwhile. */
const POLL_MS = 60_000;

const meanings: Record<NotedPlaces['kind'], string> = {
  replace: '请先换人',
  gone: '发布时不发出',
  lapsed: '产生结果时即不成立',
  empty: '发布后可以再次抽取或逐份补充',
  lifted: '发布时记入抽取过程',
  changed: '与抽取产生的专家不同，发布须由他人复核',
};

/** For example 2026-0001（须回避）、…等 12 处 */
export const placesInWords = ({ kind, places, named, more }: NotedPlaces): string => {
  // All places of these kinds share one reason, which the sentence before already gives.
  const hasOne = kind === 'gone' || kind === 'changed';
  const words = named.map(({ no, reason }) => (hasOne ? no : `${no}（${reason}）`)).join('、');
  return `${words}${more ? `等 ${places} 处` : ''}`;
};

const Group = ({ group }: { group: NotedPlaces }) => (
  <li>
    {standingKinds[group.kind]} {group.places} 处，{meanings[group.kind]}
    {group.named.length > 0 && `：${placesInWords(group)}`}
  </li>
);

/** Problems of a result before its release, for all participants. */
export const ReleaseNotice = ({ id }: Pick<Draw, 'id'>) => {
  const { data, error, refetch } = useQuery({
    ...reading(drawApi.standing, { params: { id } }),
    // Polls even while there is no denial yet.
    refetchInterval: POLL_MS,
  });
  if (error && !data) return <Failed what="须更换的专家" error={error} onRetry={() => void refetch()} />;
  if (!data || data.groups.length === 0) return null;
  const isReplacing = data.groups.some(({ kind }) => kind === 'replace');
  return (
    <Alert
      className="draw-standing"
      type="warning"
      showIcon
      title={isReplacing ? '换人之后才能发布' : '发布前请核对'}
      description={
        <ul>
          {data.groups.map((group) => (
            <Group key={group.kind} group={group} />
          ))}
        </ul>
      }
    />
  );
};
