import { projectApi } from '@zhiping/shared/contracts/project.ts';
import type { Material } from '@zhiping/shared/contracts/project-views.ts';
import { urlOf } from '../../lib/api.ts';

/** Earlier versions of a material, each of which can be opened. */
export const FormerVersions = ({ material: { name, former } }: { material: Material }) =>
  former.length === 0 ? null : (
    <details className="material-former">
      <summary aria-label={`${name} 的以前版本，${former.length} 个`}>以前版本 {former.length}</summary>
      <ul>
        {former.map((one) => (
          <li key={one.id}>
            <a
              href={urlOf(projectApi.material, { params: { id: one.id } })}
              target="_blank"
              rel="noreferrer"
              draggable={false}
            >
              {one.name}
            </a>
            <span className="soft">
              {one.createTime} {one.by}上传
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
