import type { Material } from '@zhiping/shared/contracts/project-views.ts';
import { materialPath } from '@zhiping/shared/rules/project-form/places.ts';
import { Tag } from 'antd';
import { FormerVersions } from '../FormerVersions.tsx';
import { MaterialLink } from '../../../pickers/material/MaterialLink.tsx';
import { materialFacts } from '../../../pickers/material/material-facts.ts';
import '../materials.css';
import { useCheck } from './check-context.ts';
import { replacedBy } from './material-changes.ts';
import { ReasonAt } from './ReasonAt.tsx';

/** Submitted materials, each read beside the form. */
export const MaterialList = ({ materials }: { materials: readonly Material[] }) => {
  const { project } = useCheck();
  const { lastReturn, snapshot } = project;
  const isMended = lastReturn !== null && lastReturn.round < snapshot.round;
  /** How a material changed since the last return. */
  const changeOf = (material: Material) => {
    if (!isMended || lastReturn.materials.some(({ id }) => id === material.id)) return null;
    return replacedBy(material, lastReturn.materials) ? '替换' : '新增';
  };
  return (
    <ul className="check-materials">
      {materials.map((material) => (
        <li key={material.id}>
          <MaterialLink material={material} />
          <span className="soft">{materialFacts(material)}</span>
          {changeOf(material) && <Tag color="processing">{changeOf(material)}</Tag>}
          <FormerVersions material={material} />
          <ReasonAt path={materialPath(material.id)} label={`文件${material.name}`} />
        </li>
      ))}
    </ul>
  );
};
