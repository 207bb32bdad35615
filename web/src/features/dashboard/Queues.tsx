import type { dashboardApi } from '@zhiping/shared/contracts/dashboard.ts';
import { Link } from 'react-router';
import type { Answer } from '../../lib/api.ts';
import { RemindButton } from './RemindButton.tsx';

type QueueData = Answer<typeof dashboardApi.read>['queues'][number];

const Row = ({ id, name, note, to, reminder }: QueueData['rows'][number]) => (
  <li>
    {to ? <Link to={to}>{name}</Link> : <strong>{name}</strong>}
    <small title={note ?? undefined}>{note}</small>
    {reminder && <RemindButton id={id} name={name} isSent={reminder === 'sent'} />}
  </li>
);

/** Label of a button that starts the first item of a queue at once. */
const firstSteps: Partial<Record<string, string>> = { toReview: '继续评审' };

const Queue = ({ code, title, total, to, rows }: QueueData) => (
  <section className="panel" aria-labelledby={`queue-${code}`}>
    <div className="dashboard-head">
      <h2 id={`queue-${code}`}>
        {title} {total}
      </h2>
      {to && (
        <Link to={to} aria-label={`${title}：查看全部 ${total} 条`}>
          查看全部
        </Link>
      )}
    </div>
    {firstSteps[code] && rows[0]?.to && (
      <Link className="queue-first" to={rows[0].to}>
        {firstSteps[code]}
      </Link>
    )}
    <ul className="queue-rows">
      {rows.map((row) => (
        <Row key={row.id} {...row} />
      ))}
    </ul>
  </section>
);

/** The work that waits for the reader. */
export const Queues = ({ queues }: { queues: readonly QueueData[] }) => (
  <div className="queues">
    {queues.map((queue) => (
      <Queue key={queue.code} {...queue} />
    ))}
  </div>
);
