import { DeleteOutlined } from '@ant-design/icons';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { Button } from 'antd';
import { useConfirm } from '../../kit/hooks/use-confirm.ts';
import { call, urlOf } from '../../lib/api.ts';
import { refresh } from '../../lib/query-client.ts';
import { useFormWork } from './form-context.ts';

/** Full texts of works that are no longer representative. They would be submitted, so they are listed for removal. */
export const UnusedFullTexts = () => {
  const { form, materials, projectId } = useFormWork();
  const confirm = useConfirm();
  const chosen = form.works.works.map(({ entry }) => entry);
  const left = materials.filter(
    ({ type, entryKey }) => type === 'representativeWork' && !chosen.includes(entryKey),
  );
  if (left.length === 0) return null;
  const takeOut = ({ id, name }: { id: number; name: string }) =>
    confirm({
      title: `删除「${name}」`,
      consequence: '已经提交过的版本仍保留这个文件。',
      verb: '删除',
      act: async () => {
        await call(projectApi.removeMaterial, { params: { id: projectId, materialId: id } });
        await refresh(projectApi.read);
      },
    });
  return (
    <section className="materials" aria-label="未选作代表作的全文">
      <div className="materials-head">
        <h3>未选作代表作的全文</h3>
        <span className="soft">提交时会一并提交，不需要的请删除</span>
      </div>
      <ol>
        {left.map((material) => (
          <li key={material.id} className="material">
            <a
              href={urlOf(projectApi.material, { params: { id: material.id } })}
              target="_blank"
              rel="noreferrer"
            >
              {material.name}
            </a>
            <span className="material-buttons">
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={`删除 ${material.name}`}
                onClick={() => takeOut(material)}
              />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
};
