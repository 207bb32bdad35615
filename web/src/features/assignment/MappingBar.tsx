import { reasonOf } from '@zhiping/shared/rules/workflow/denial.ts';
import { MAPPING_HOURS, mappingApi } from '@zhiping/shared/contracts/mapping.ts';
import { Alert } from 'antd';
import { useState } from 'react';
import { ReasonDialog } from '../../kit/form/ReasonDialog.tsx';
import { ActionButton } from '../../kit/list/actions/ActionButton.tsx';
import { call } from '../../lib/api.ts';
import { refresh } from '../../lib/query-client.ts';
import { useMapping } from './use-mapping.ts';

/**
 * Explains that experts are hidden beside projects and asks a second person to show them; empty where the cycle hides
 * nothing.
 */
export const MappingBar = ({ cycleId }: { cycleId: number }) => {
  const [isAsking, setAsking] = useState(false);
  const { mapping, isHidden } = useMapping(cycleId);
  if (!mapping?.isCovered) return null;
  const { validUntil, can } = mapping;
  return (
    <div className="assignment-mapping">
      <Alert
        type={isHidden ? 'info' : 'warning'}
        showIcon
        title={
          isHidden
            ? '本批次的专家姓名不与材料一起显示，查看须经另一人复核'
            : `可以查看专家与材料的对应，至 ${validUntil}，每次查看都有记录`
        }
        description={isHidden && reasonOf(can.ask)}
        action={
          isHidden && <ActionButton label="申请查看" reason={reasonOf(can.ask)} run={() => setAsking(true)} />
        }
      />
      {isAsking && (
        <ReasonDialog
          title="申请查看专家与材料的对应"
          verb="申请"
          consequence={`由另一位工作人员在「双人复核」中同意后，您可以查看 ${MAPPING_HOURS} 小时。申请、同意和每次查看都有记录。`}
          label="申请原因"
          schema={mappingApi.ask.body}
          onClose={() => setAsking(false)}
          act={async (reason) => {
            await call(mappingApi.ask, { body: { cycleId, reason }, quiet: true });
            await refresh(mappingApi.read);
          }}
        />
      )}
    </div>
  );
};
