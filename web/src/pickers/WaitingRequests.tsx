import { useQuery } from '@tanstack/react-query';
import { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { type ConfirmedAct, confirmedActs } from '@zhiping/shared/rules/confirmation/acts.ts';
import { Alert } from 'antd';
import { Link } from 'react-router';
import { usePermission } from '../lib/permission.ts';
import { reading } from '../lib/query-client.ts';
import './waiting-requests.css';

/** Requests about the object of a page that wait for a second person. `link` is the address of the page in them. */
export const WaitingRequests = ({
  act,
  cycleId,
  link,
}: {
  act: ConfirmedAct;
  cycleId: number;
  link: string;
}) => {
  const mayRead = usePermission(['confirmation:list']);
  const { data } = useQuery({
    ...reading(confirmationApi.list, { query: { act, cycleId, state: 'waiting', size: 100 } }),
    enabled: mayRead,
  });
  return data?.content
    .filter((request) => request.link === link)
    .map(({ id, askedBy, summary, reason }) => (
      <Alert
        key={id}
        type="info"
        showIcon
        title={`${askedBy}提请${confirmedActs[act]}，待他人复核`}
        className="waiting-request"
        description={
          <>
            {summary}。原因：{reason} <Link to={`/review/confirmation?view=${id}`}>去双人复核</Link>
          </>
        }
      />
    ));
};
