import { type PublicityStanding, publicityStandings } from '@zhiping/shared/contracts/publicity.ts';
import { Tag } from 'antd';

const colors: Record<PublicityStanding, string> = {
  planned: 'default',
  running: 'processing',
  over: 'success',
  cancelled: 'default',
};

/** Whether a publicity is running, over or cancelled. */
export const StandingTag = ({ standing }: { standing: PublicityStanding }) => (
  <Tag color={colors[standing]}>{publicityStandings[standing]}</Tag>
);
