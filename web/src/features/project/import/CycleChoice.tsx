import { useQuery } from '@tanstack/react-query';
import { projectImportApi } from '@zhiping/shared/contracts/project-import.ts';
import { Alert, Select } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { reading } from '../../../lib/query-client.ts';
import './import.css';

/** The cycle to import into: the chosen one, or else the first open one. */
export const useOpenCycle = () => {
  const { data: cycles } = useQuery(reading(projectImportApi.cycles));
  const [chosen, choose] = useState<number>();
  return { cycles, id: chosen ?? cycles?.[0]?.id, choose };
};

type Props = { cycle: ReturnType<typeof useOpenCycle>; children: ReactNode };

export const CycleChoice = ({ cycle: { cycles, id, choose }, children }: Props) => {
  const fieldId = useId();
  if (cycles?.length === 0)
    return (
      <Alert type="warning" showIcon title="现在没有受理申报的批次，不能导入" className="import-choice" />
    );
  return (
    <div className="import-choice">
      <div className="import-field">
        <label htmlFor={fieldId}>批次</label>
        <Select
          id={fieldId}
          value={id}
          onChange={choose}
          loading={!cycles}
          options={cycles?.map((one) => ({
            value: one.id,
            label: one.applyClosesAt ? `${one.name}（${one.applyClosesAt} 截止）` : one.name,
          }))}
        />
      </div>
      {children}
    </div>
  );
};
