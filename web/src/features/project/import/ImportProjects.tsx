import { projectImportApi } from '@zhiping/shared/contracts/project-import.ts';
import { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import { Checkbox } from 'antd';
import { useState } from 'react';
import { ImportButton } from '../../../kit/import/ImportButton.tsx';
import { CycleChoice, useOpenCycle } from './CycleChoice.tsx';

/** Imports projects from a workbook, for teachers of the own school. */
export const ImportProjects = () => {
  const cycle = useOpenCycle();
  const [overwrite, setOverwrite] = useState(false);
  return (
    <ImportButton
      label="导入申报"
      noun="申报"
      allow="project:import"
      template={projectImportApi.template}
      api={projectImportApi.import}
      background={{ name: 'project', commit: projectImportApi.commitImport }}
      allowsPartial
      choice={{
        query: cycle.id === undefined ? undefined : { cycleId: cycle.id, overwrite },
        fields: (
          <CycleChoice cycle={cycle}>
            <Checkbox checked={overwrite} onChange={({ target }) => setOverwrite(target.checked)}>
              覆盖申报人已填写的内容
            </Checkbox>
            <p>
              为尚未提交的教师预填申报表：没有申报的新建一份，已有的只补空白，勾选「覆盖」才会改动已填写的内容。由申报人核对后自行提交。
            </p>
          </CycleChoice>
        ),
      }}
      refreshes={[projectListApi.list, projectListApi.stages]}
    />
  );
};
