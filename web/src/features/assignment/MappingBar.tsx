import { reasonOf } from '@zhiping/shared/rules/workflow/denial.ts';
import { type Consent, mappingApi } from '@zhiping/shared/contracts/mapping.ts';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { ReasonDialog } from '../../kit/form/ReasonDialog.tsx';
import { ActionButton } from '../../kit/list/actions/ActionButton.tsx';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { refresh } from '../../lib/query-client.ts';
import { useMapping } from './use-mapping.ts';

const reload = () => refresh(mappingApi.read, assignmentApi.files, assignmentApi.opinions);

const outcomeOf = ({ isAgreed, decidedBy, decidedAt, validUntil, note }: Consent) =>
  isAgreed === null
    ? '等待同意'
    : `${decidedBy ?? '已注销的用户'} ${decidedAt} ${isAgreed ? `同意，至 ${validUntil}` : '没有同意'}${note ? `：${note}` : ''}`;

/** One request to see the mapping, with the buttons for the second officer. */
const Request = ({ consent }: { consent: Consent }) => {
  const { id, askedBy, askedAt, reason, can } = consent;
  const denial = reasonOf(can.decide);
  const decide = async (isAgreed: boolean) => {
    await call(mappingApi.decide, { params: { id }, body: { isAgreed } });
    notify.success(isAgreed ? '已同意' : '已拒绝');
    await reload();
  };
  return (
    <li>
      {askedBy ?? '已注销的用户'} {askedAt} 申请：{reason}
      <div className="assignment-soft">{outcomeOf(consent)}</div>
      {can.decide !== undefined && (
        <span className="assignment-actions">
          <ActionButton
            label="同意"
            aria-label={`同意${askedBy ?? ''}查看`}
            reason={denial}
            run={() => void decide(true)}
          />
          <ActionButton
            label="拒绝"
            aria-label={`拒绝${askedBy ?? ''}查看`}
            reason={denial}
            run={() => void decide(false)}
          />
        </span>
      )}
    </li>
  );
};

/**
 * Explains that experts are hidden beside projects and how to request a second officer's consent; empty where the cycle
 * hides nothing.
 */
export const MappingBar = ({ cycleId }: { cycleId: number }) => {
  const [isAsking, setAsking] = useState(false);
  const [isShowing, setShowing] = useState(false);
  const { mapping, isHidden } = useMapping(cycleId);
  if (!mapping?.isCovered) return null;
  const { validUntil, consents, can } = mapping;
  const open = consents.filter(({ isAgreed }) => isAgreed === null);
  const shown = isShowing ? consents : open;
  return (
    <div className="assignment-mapping">
      <Alert
        type={isHidden ? 'info' : 'warning'}
        showIcon
        title={
          isHidden
            ? '本批次的专家姓名不与材料一起显示，查看须经第二人同意'
            : `可以查看专家与材料的对应，至 ${validUntil}，每次查看都有记录`
        }
        description={
          shown.length > 0 && (
            <ul aria-label="查看申请">
              {shown.map((consent) => (
                <Request key={consent.id} consent={consent} />
              ))}
            </ul>
          )
        }
        action={
          <span className="assignment-actions">
            {isHidden && can.ask !== undefined && (
              <ActionButton label="申请查看" reason={reasonOf(can.ask)} run={() => setAsking(true)} />
            )}
            {consents.length > open.length && (
              <Button onClick={() => setShowing(!isShowing)}>{isShowing ? '收起记录' : '查看记录'}</Button>
            )}
          </span>
        }
      />
      {isAsking && (
        <ReasonDialog
          title="申请查看专家与材料的对应"
          verb="申请"
          consequence="由另一位工作人员同意后，您可以查看 2 小时。申请、同意和每次查看都有记录。"
          label="申请原因"
          schema={mappingApi.ask.body}
          onClose={() => setAsking(false)}
          act={async (reason) => {
            await call(mappingApi.ask, { body: { cycleId, reason }, quiet: true });
            await reload();
          }}
        />
      )}
    </div>
  );
};
