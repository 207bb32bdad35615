import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, SwapOutlined } from '@ant-design/icons';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import type { Material } from '@zhiping/shared/contracts/project-views.ts';
import { sizeText } from '@zhiping/shared/rules/file/name.ts';
import { materialPath } from '@zhiping/shared/rules/project-form/places.ts';
import { Button } from 'antd';
import { urlOf } from '../../lib/api.ts';
import { FormerVersions } from './FormerVersions.tsx';
import { ReturnReasons } from './ReturnReasons.tsx';

type Props = {
  material: Material;
  index: number;
  count: number;
  isDragging: boolean;
  onDrag: (index: number | undefined) => void;
  onDrop: () => void;
  onMove: (to: number) => void;
  onReplace: () => void;
  onRemove: () => void;
};

const factsOf = ({ format, bytes, pages }: Material) =>
  [format.toUpperCase(), pages === null ? null : `${pages} 页`, sizeText(bytes)].filter(Boolean).join(' · ');

/** One material: opened in its own tab, moved by buttons or by dragging. */
export const MaterialRow = ({ material, index, count, isDragging, ...on }: Props) => (
  <div
    className="material"
    draggable
    onDragStart={() => on.onDrag(index)}
    onDragEnd={() => on.onDrag(undefined)}
    onDragOver={(event) => event.preventDefault()}
    onDrop={(event) => {
      if (!isDragging) return;
      event.stopPropagation();
      on.onDrop();
    }}
  >
    <a
      href={urlOf(projectApi.material, { params: { id: material.id } })}
      target="_blank"
      rel="noreferrer"
      draggable={false}
    >
      {material.name}
    </a>
    <span className="soft">{factsOf(material)}</span>
    <span className="material-buttons">
      <Button
        type="text"
        icon={<ArrowUpOutlined />}
        aria-label={`上移 ${material.name}`}
        disabled={index === 0}
        onClick={() => on.onMove(index - 1)}
      />
      <Button
        type="text"
        icon={<ArrowDownOutlined />}
        aria-label={`下移 ${material.name}`}
        disabled={index === count - 1}
        onClick={() => on.onMove(index + 1)}
      />
      <Button
        type="text"
        icon={<SwapOutlined />}
        aria-label={`替换 ${material.name}`}
        title="替换"
        onClick={on.onReplace}
      />
      <Button
        type="text"
        icon={<DeleteOutlined />}
        aria-label={`删除 ${material.name}`}
        onClick={on.onRemove}
      />
    </span>
    <FormerVersions material={material} />
    <ReturnReasons path={materialPath(material.id)} />
  </div>
);
