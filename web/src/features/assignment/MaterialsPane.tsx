import { useQuery } from '@tanstack/react-query';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import type { Material } from '@zhiping/shared/contracts/project-views.ts';
import type { ReactNode } from 'react';
import { Failed, Loading } from '../../kit/display/states.tsx';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { usePermission } from '../../lib/permission.ts';
import { reading } from '../../lib/query-client.ts';
import { materialFacts } from '../../pickers/material/material-facts.ts';
import { MaterialLink } from '../../pickers/material/MaterialLink.tsx';
import { MaterialReader } from '../../pickers/material/MaterialReader.tsx';

const MaterialLinks = ({ materials }: { materials: readonly Material[] }) => (
  <ul className="assignment-files">
    {materials.map((material) => (
      <li key={material.id}>
        <MaterialLink material={material} />
        <span className="soft">{materialFacts(material)}</span>
      </li>
    ))}
  </ul>
);

const isWork = ({ type }: Material) => type === 'representativeWork';

/** The materials of a project; beside the open one are its opinions. */
export const MaterialsPane = ({
  projectId,
  no,
  children,
}: {
  projectId: number;
  no: string;
  children: ReactNode;
}) => {
  const mayRead = usePermission(['project:list']);
  const { data, error, refetch } = useQuery({
    ...reading(projectApi.read, { params: { id: projectId } }),
    enabled: mayRead,
  });
  const { value } = useSubView('file');
  const all = data && 'materials' in data ? data.materials : [];
  const works = all.filter(isWork);
  const others = all.filter((material) => !isWork(material));
  const materials = [...works, ...others];
  const isReading = materials.some(({ id }) => String(id) === value);
  if (!mayRead) return children;
  return (
    <div className={isReading ? 'assignment-parts is-reading' : undefined}>
      <MaterialReader materials={materials} watermark={no} />
      <div>
        <section aria-label="材料" className="assignment-on-screen">
          <h2>材料</h2>
          {error && <Failed what="材料" error={error} onRetry={() => void refetch()} />}
          {!data && !error && <Loading rows={2} />}
          {data && works.length === 0 && <p className="soft">没有代表作全文</p>}
          <MaterialLinks materials={works} />
          {others.length > 0 && (
            <details open={others.some(({ id }) => String(id) === value)}>
              <summary>其他材料 {others.length} 份</summary>
              <MaterialLinks materials={others} />
            </details>
          )}
        </section>
        {children}
      </div>
    </div>
  );
};
