import type { dashboardApi } from '@zhiping/shared/contracts/dashboard.ts';
import { Link } from 'react-router';
import { Facts } from '../../kit/display/Facts.tsx';
import type { Answer } from '../../lib/api.ts';
import { ABSENCES_HASH, CONFIRMATION_PATH } from '../../lib/paths.ts';
import { OwnChangeLine } from './OwnChangeLine.tsx';

type Props = { record: NonNullable<Answer<typeof dashboardApi.read>['expert']> };

const Absences = ({ absences }: Pick<Props['record'], 'absences'>) => (
  <>
    {absences.map(({ fromDay, toDay, reason }) => (
      <span key={fromDay} className="own-absence">
        {[`${fromDay} 至 ${toDay}`, reason].filter(Boolean).join('，')}
      </span>
    ))}
    <Link to={CONFIRMATION_PATH + ABSENCES_HASH}>
      {absences.length > 0 ? '修改不可参评时间' : '登记不可参评时间'}
    </Link>
  </>
);

/** The expert's own record: requested changes, term and absences. */
export const OwnRecord = ({ record: { termEndsAt, changes, absences } }: Props) => (
  <section className="panel own-record" aria-labelledby="dashboard-own">
    <div className="dashboard-head">
      <h2 id="dashboard-own">我的专家档案</h2>
      <Link to={CONFIRMATION_PATH}>查看与修改</Link>
    </div>
    {changes.length > 0 && (
      <ul className="own-changes" aria-label="资料变更">
        {changes.map((change) => (
          <OwnChangeLine key={change.id} change={change} />
        ))}
      </ul>
    )}
    <Facts
      items={[
        ['任期', termEndsAt ? `至 ${termEndsAt}` : '尚未确认'],
        ['不可参评', <Absences key="absences" absences={absences} />],
      ]}
    />
  </section>
);
