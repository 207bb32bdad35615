import type { Reminder } from '@zhiping/shared/contracts/review-board.ts';
import { Alert, Button } from 'antd';
import { ScrollRegion } from '../../kit/display/ScrollRegion.tsx';

const ways = { email: '邮件', sms: '短信', message: '站内消息' } as const;

const wayOf = ({ way, sendsAt }: Reminder) => {
  if (sendsAt) return `${ways[way]}，${sendsAt} 起发出`;
  return way === 'message' ? ways[way] : `${ways[way]}和站内消息`;
};

const LateNotice = ({ late, onExtend }: { late: number; onExtend: () => void }) => (
  <Alert
    type="warning"
    showIcon
    title={`${late} 位有逾期的意见，不延期就不能再保存`}
    action={<Button onClick={onExtend}>改为延期</Button>}
  />
);

type Props = { reminders: readonly Reminder[]; onExtend: () => void };

/** The reminder that each expert would get; those who get none are listed with the reason. */
export const RemindLetters = ({ reminders, onExtend }: Props) => {
  const late = reminders.filter((one) => one.late > 0).length;
  return (
    <>
      {late > 0 && <LateNotice late={late} onExtend={onExtend} />}
      <p>每位专家每天最多催办一次，一次列出在本批次待交的全部份数。</p>
      <ScrollRegion label="将要发出的催办" className="remind-letters">
        <ul>
          {reminders.map((one) => (
            <li key={one.expertId}>
              <strong>{one.name}</strong>{' '}
              <span className="soft">{one.denial ?? `待交 ${one.open} 份，${wayOf(one)}`}</span>
              {one.denial === null && <p>{one.text}</p>}
            </li>
          ))}
        </ul>
      </ScrollRegion>
    </>
  );
};
