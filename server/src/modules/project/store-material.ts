import type { MaterialType } from '@zhiping/shared/rules/review-rule/facts.ts';
import {
  MAX_PDF_PAGES,
  MAX_PICTURE_PIXELS,
  type MaterialFormat,
  materialFormats,
} from '@zhiping/shared/rules/file/formats.ts';
import { tidyFileName } from '@zhiping/shared/rules/file/name.ts';
import { ProjectForm, valuesOf } from '@zhiping/shared/rules/project-form/form.ts';
import type { Deps } from '../../deps.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Tx } from '../../platform/database/db.ts';
import { badRequest, fieldError, notFound } from '../../platform/errors.ts';
import { checkPdf } from '../../platform/files/check-pdf.ts';
import type { PdfProblem } from '../../platform/files/pdf-looked.ts';
import { formatOf } from '../../platform/files/file-kind.ts';
import { keepBlob } from '../../platform/files/keep-blob.ts';
import { pictureProblem } from '../../platform/files/picture-size.ts';
import type { ReceivedFile } from '../../platform/files/upload.ts';
import { MATERIAL_NOUN } from './materials.queries.ts';
import type { StoredProject } from './project-workflow.ts';

export type Place = {
  id: number;
  type: MaterialType;
  entryKey: string | null;
  proof: string | null;
  replaces: number | null;
};

/** Locks the project for the transaction; throws if materials cannot be added now. */
type Lock = (tx: Tx) => Promise<StoredProject>;

export const MAX_MATERIALS = 60;

const pdfProblems: Record<PdfProblem, string> = {
  encrypted: '这个 PDF 文件加了密码，请去掉密码后重新上传',
  broken: '这个 PDF 文件已损坏，无法打开，请重新生成后上传',
  too_many_pages: `这个 PDF 文件超过 ${MAX_PDF_PAGES} 页，请拆分后上传`,
  too_slow: '这个 PDF 文件过于复杂，无法检查，请用「打印为 PDF」重新生成后上传',
  huge_page: '这个 PDF 文件有过大的页面（每边最多 2.5 米），请按实际纸张大小重新生成后上传',
  huge_picture: `这个 PDF 文件有过大的图片（最多 ${MAX_PICTURE_PIXELS / 10_000} 万像素），请降低分辨率后上传`,
  nested: '这个 PDF 文件的内容嵌套过深，请用「打印为 PDF」重新生成后上传',
};

/** A file as it is stored: a PDF must open, and is stored without scripts and embedded files. */
export const checkedFile = async (file: ReceivedFile, format: MaterialFormat) => {
  if (format !== 'pdf') return { file, pages: null, cleaned: false };
  const checked = await checkPdf(file);
  if ('problem' in checked) throw fieldError('material.pdf', 'uploadId', pdfProblems[checked.problem]);
  return checked;
};

/** The format of a file by its content; throws if projects do not accept it. */
export const acceptedFormat = async ({ path, name }: ReceivedFile): Promise<MaterialFormat> => {
  const format = await formatOf(path, name);
  const accepted = materialFormats.find((one) => one === format);
  if (!accepted)
    throw fieldError('material.type', 'uploadId', '只能上传 PDF 文件和 JPG、PNG 图片（按内容判断）');
  const problem = await pictureProblem(path, accepted);
  if (problem) throw fieldError('material.picture', 'uploadId', problem);
  return accepted;
};

/** Locks the row that is replaced; throws if it was removed meanwhile. */
const lockReplaced = async (tx: Tx, projectId: number, id: number) => {
  const replaced = await tx
    .selectFrom('project_material')
    .select(['id', 'position'])
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!replaced) throw notFound(MATERIAL_NOUN);
  return replaced;
};

const entryKeysOf = (stored: ProjectForm) => {
  const form = ProjectForm.parse(stored);
  const lists = [valuesOf(form, 'research'), valuesOf(form, 'teaching')].flatMap(Object.values);
  return lists.flatMap((rows) => (Array.isArray(rows) ? rows.map(({ key }: { key: string }) => key) : []));
};

/** Position of a new material: at the end, or that of the material that it replaces. */
export const findPlace = async (tx: Tx, lock: Lock, { id, entryKey, replaces }: Place) => {
  const project = await lock(tx);
  if (entryKey !== null && !entryKeysOf(project.form).includes(entryKey))
    throw fieldError('material.entry', 'entryKey', '所属的成果不存在，可能已被删除，请刷新后重试');
  if (replaces !== null) return lockReplaced(tx, id, replaces);
  const { count, last } = await tx
    .selectFrom('project_material')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('position').as('last')])
    .where('project_id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (count >= MAX_MATERIALS)
    throw badRequest('material.too_many', `每份申报最多 ${MAX_MATERIALS} 个文件，请先删除不需要的`);
  return { id: null, position: (last ?? 0) + 1 };
};

type NewMaterial = {
  received: ReceivedFile;
  place: Place;
  lock: Lock;
  /** Runs in the transaction that announces the file; throws to refuse it. */
  refuse?: (tx: Tx) => Promise<void>;
  /** Runs in the transaction that completes the material. */
  kept?: (tx: Tx, project: StoredProject) => Promise<void>;
};

/**
 * Checks a file by its content and adds it as a material of a project. `lock` locks the project and checks that it may
 * change.
 */
export const storeMaterial = async (
  { db, files }: Pick<Deps, 'db' | 'files'>,
  actor: Principal,
  { received, place, lock, refuse, kept }: NewMaterial,
): Promise<number> => {
  const format = await acceptedFormat(received);
  const { id: projectId, type, entryKey, proof } = place;
  const { file, pages, cleaned } = await checkedFile(received, format);
  const name = tidyFileName(file.name, format);
  const { sha256, bytes } = file;
  const { id } = await keepBlob(
    db,
    files,
    { file, name: `${sha256}.${format}` },
    {
      announce: async (tx) => {
        const { id: replaces_id, position } = await findPlace(tx, lock, place);
        await refuse?.(tx);
        return tx
          .insertInto('project_material')
          .values({
            project_id: projectId,
            position,
            type,
            entry_key: entryKey,
            proof,
            name,
            format,
            sha256,
            source_sha256: received.sha256,
            bytes,
            pages,
            replaces_id,
            create_by: actor.username,
            create_time: actor.at,
          })
          .returning(['id', 'replaces_id'])
          .executeTakeFirstOrThrow();
      },
      finish: async (tx, row) => {
        // The project may have been submitted meanwhile.
        const project = await lock(tx);
        if (row.replaces_id !== null) {
          // Another upload may have replaced the same material meanwhile: only one can.
          await lockReplaced(tx, projectId, row.replaces_id);
          await tx
            .updateTable('project_material')
            .set({ removed_at: actor.at })
            .where('id', '=', row.replaces_id)
            .execute();
        }
        await tx.updateTable('project_material').set({ whole: true }).where('id', '=', row.id).execute();
        await audit(tx, {
          actorId: actor.userId,
          action: row.replaces_id === null ? 'project.material_added' : 'project.material_replaced',
          entity: 'project',
          entityId: projectId,
          detail: { name, type, sha256, bytes, ...(cleaned && { cleaned }) },
        });
        await kept?.(tx, project);
      },
      withdraw: (row) => db.deleteFrom('project_material').where('id', '=', row.id).execute(),
    },
  );
  return id;
};
