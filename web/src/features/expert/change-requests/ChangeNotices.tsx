import { expertApi, type OwnExpert, type PartKey } from '@zhiping/shared/contracts/expert.ts';
import { Alert, Button } from 'antd';
import { useAction } from '../../../kit/hooks/use-action.ts';
import { call } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { groups } from '../profile.ts';

type Change = OwnExpert['changes'][number];
type OnWithdrawn = (saved: OwnExpert, part: PartKey) => void;

const Withdraw = ({ change, onWithdrawn }: { change: Change; onWithdrawn: OnWithdrawn }) => {
  const withdraw = useAction(async () => {
    onWithdrawn(await call(expertApi.withdrawChange, { params: { id: change.id } }), change.part);
    notify.success(`${groups[change.part].title}的变更已撤回`);
  });
  return (
    <Button
      size="small"
      loading={withdraw.isPending}
      aria-label={`撤回${groups[change.part].title}的变更`}
      // A failed call has shown a notification.
      onClick={() => void withdraw.run()}
    >
      撤回
    </Button>
  );
};

/** After the confirmation the office decides about every change: shows the waiting and the returned ones. */
export const ChangeNotices = ({
  own: { confirmedAt, changes },
  onWithdrawn,
}: {
  own: OwnExpert;
  onWithdrawn: OnWithdrawn;
}) => {
  const pending = changes.filter(({ status }) => status !== 'approved');
  if (pending.length === 0) return confirmedAt && <p>确认后的修改由评审办审核，审核通过后生效。</p>;
  return pending.map((change) =>
    change.status === 'waiting' ? (
      <Alert
        key={change.id}
        type="info"
        showIcon
        title={`${groups[change.part].title}的变更待评审办审核`}
        description={`${change.requestedAt} 提交：${change.fields.map(({ label }) => label).join('、')}。再次提交将替换这次变更。`}
        action={change.can.withdraw === true && <Withdraw change={change} onWithdrawn={onWithdrawn} />}
      />
    ) : (
      <Alert
        key={change.id}
        type="warning"
        showIcon
        title={`${groups[change.part].title}的变更被退回`}
        description={change.reason}
      />
    ),
  );
};
