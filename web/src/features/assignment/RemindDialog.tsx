import { useQuery } from '@tanstack/react-query';
import { type Reminder, reviewBoardApi } from '@zhiping/shared/contracts/review-board.ts';
import { useAction } from '../../kit/hooks/use-action.ts';
import { Failed, Loading } from '../../kit/display/states.tsx';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import { ScrollRegion } from '../../kit/display/ScrollRegion.tsx';
import { useBulkReport } from '../../kit/list/actions/use-bulk-report.tsx';
import { call } from '../../lib/api.ts';
import { reading, refresh } from '../../lib/query-client.ts';

const ways = { email: '邮件', sms: '短信', message: '站内消息' } as const;

const wayOf = ({ way, sendsAt }: Reminder) => {
  if (sendsAt) return `${ways[way]}，${sendsAt} 起发出`;
  return way === 'message' ? ways[way] : `${ways[way]}和站内消息`;
};

const Letters = ({ reminders }: { reminders: readonly Reminder[] }) => (
  <ScrollRegion label="将要发出的催办" className="remind-letters">
    <ul>
      {reminders.map((one) => (
        <li key={one.expertId}>
          <strong>{one.name}</strong>{' '}
          <span className="assignment-soft">{one.denial ?? `待交 ${one.open} 份，${wayOf(one)}`}</span>
          {one.denial === null && <p>{one.text}</p>}
        </li>
      ))}
    </ul>
  </ScrollRegion>
);

type Props = { cycleId: number; expertIds: readonly number[]; onClose: () => void };

/**
 * Shows the reminder that each expert would get, then sends it. Experts who are not reminded are listed with the
 * reason.
 */
export const RemindDialog = ({ cycleId, expertIds, onClose }: Props) => {
  const showReport = useBulkReport();
  const body = { cycleId, expertIds: [...expertIds] };
  const { data, error, refetch } = useQuery(reading(reviewBoardApi.reminders, { body }));
  const count = data?.filter(({ denial }) => denial === null).length ?? 0;

  const send = useAction(async () => {
    const report = await call(reviewBoardApi.remind, { body, quiet: true });
    await refresh(reviewBoardApi.experts, reviewBoardApi.reminders);
    onClose();
    showReport(`已催办 ${report.succeeded} 位专家`, report);
  }, '催办失败，请重试');

  return (
    <Dialog
      open
      width={640}
      title={`催办 ${expertIds.length} 位专家`}
      problem={send.problem}
      okText={data && count < expertIds.length ? `催办其中 ${count} 位` : '催办'}
      okButtonProps={{ disabled: count === 0 }}
      confirmLoading={send.isPending}
      onCancel={onClose}
      onOk={() => void send.run()}
    >
      <p>每位专家每天最多催办一次，一次列出他在本批次待交的全部份数。</p>
      {error && <Failed what="催办内容" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && <Letters reminders={data} />}
    </Dialog>
  );
};
