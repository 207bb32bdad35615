import { UploadOutlined } from '@ant-design/icons';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import type { Material } from '@zhiping/shared/contracts/project-views.ts';
import { acceptOf, materialFormats } from '@zhiping/shared/rules/file/formats.ts';
import type { MaterialFact } from '@zhiping/shared/rules/project-form/facts.ts';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { FileProgress } from '../../kit/form/FileProgress.tsx';
import { useResumableUploads } from '../../kit/form/use-resumable-uploads.ts';
import { useConfirm } from '../../kit/hooks/use-confirm.ts';
import { ApiError, call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { refresh } from '../../lib/query-client.ts';
import { useFormWork } from './form-context.ts';
import { idOf } from './form-ids.ts';
import { MaterialRow } from './MaterialRow.tsx';
import './materials.css';

type Props = {
  label: string;
  place: MaterialFact;
  /** Minimum number that the cycle requires. */
  least?: number;
  note?: string | null;
};

const isIn = (place: MaterialFact) => (material: Material) =>
  material.type === place.type &&
  (place.entryKey === null || material.entryKey === place.entryKey) &&
  material.proof === place.proof;

/** The materials of one kind or of one entry: uploaded several at once, ordered, opened, replaced and removed. */
export const MaterialGroup = ({ label, place, least = 0, note }: Props) => {
  const { projectId, materials, flush, send: track } = useFormWork();
  const [dragged, setDragged] = useState<number>();
  const [isOver, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const uploadButton = useRef<HTMLButtonElement>(null);
  /** The material that each chosen file replaces. */
  const replacing = useRef(new Map<File, number>());
  const next = useRef<number>(undefined);
  const confirm = useConfirm();
  const shown = materials.filter(isIn(place));
  // Inside a list entry the heading is one level deeper.
  const Heading = place.entryKey === null ? 'h3' : 'h4';

  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);
  const keep = async (uploadId: string, file: File) => {
    // The entry that owns the material may have been typed a moment ago, so it is saved first.
    await flush();
    try {
      await call(projectApi.addMaterial, {
        params: { id: projectId },
        body: { uploadId, ...place, replaces: replacing.current.get(file) ?? null },
        quiet: true,
      });
    } catch (error) {
      // Another part of the form is shown by now, so only a notification is seen.
      if (!isShown.current && error instanceof ApiError)
        notify.error(`「${file.name}」没有上传：${error.message}`);
      throw error;
    }
    await refresh(projectApi.read);
  };
  const { uploads, add, remove } = useResumableUploads(keep);

  const choose = (replaces?: number) => {
    next.current = replaces;
    chooser.current?.click();
  };
  const send = (files: readonly File[]) => {
    const [first] = files;
    if (next.current !== undefined && first) {
      replacing.current.set(first, next.current);
      track(add([first]));
    } else track(add(files));
    next.current = undefined;
  };
  const move = async (from: number, to: number) => {
    const moved = shown.toSpliced(from, 1).toSpliced(to, 0, shown[from]!);
    const others = materials.filter((one) => !shown.includes(one));
    await call(projectApi.orderMaterials, {
      params: { id: projectId },
      body: { ids: [...moved, ...others].map(({ id }) => id) },
    });
    await refresh(projectApi.read);
  };

  const takeOut = (material: Material) =>
    confirm({
      title: `删除「${material.name}」`,
      consequence: '已经提交过的版本仍保留这个文件。',
      verb: '删除',
      next: () => uploadButton.current,
      act: async () => {
        await call(projectApi.removeMaterial, { params: { id: projectId, materialId: material.id } });
        await refresh(projectApi.read);
      },
    });

  return (
    <section aria-label={label}>
      <div
        className={isOver ? 'materials over' : 'materials'}
        onDragOver={(event) => {
          event.preventDefault();
          if (dragged === undefined) setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          if (dragged === undefined) send([...event.dataTransfer.files]);
        }}
      >
        <div className="materials-head">
          <Heading>{label}</Heading>
          {least > 0 && <span className="soft">至少 {least} 份</span>}
          {note && <span className="soft">{note}</span>}
          <Button
            ref={uploadButton}
            id={
              place.proof === null && place.entryKey === null ? idOf(`attachments.${place.type}`) : undefined
            }
            size="small"
            icon={<UploadOutlined />}
            aria-label={`上传${label}`}
            onClick={() => choose()}
          >
            上传
          </Button>
        </div>
        <input
          ref={chooser}
          hidden
          multiple
          type="file"
          accept={acceptOf(materialFormats)}
          aria-label={`选择${label}的文件`}
          onChange={({ target }) => {
            send([...(target.files ?? [])]);
            // Cleared, so that a corrected file of the same name can be chosen again.
            target.value = '';
          }}
        />
        {shown.length > 0 && (
          <ol>
            {shown.map((material, index) => (
              <li key={material.id}>
                <MaterialRow
                  material={material}
                  index={index}
                  count={shown.length}
                  isDragging={dragged !== undefined}
                  onDrag={setDragged}
                  onDrop={() => {
                    if (dragged !== undefined && dragged !== index) void move(dragged, index);
                    setDragged(undefined);
                  }}
                  onMove={(to) => void move(index, to)}
                  onReplace={() => choose(material.id)}
                  onRemove={() => takeOut(material)}
                />
              </li>
            ))}
          </ol>
        )}
        <FileProgress uploads={uploads} onDismiss={remove} onCancel={remove} />
      </div>
    </section>
  );
};
