import type { ArchiveFile } from '@zhiping/shared/contracts/material-archive.ts';
import { sizeText } from '@zhiping/shared/rules/file/name.ts';
import {
  MATERIAL_OUTCOMES,
  type MaterialOutcome,
  materialOutcomes,
} from '@zhiping/shared/rules/project/material-archive.ts';
import { Button, Tag } from 'antd';
import { useState } from 'react';
import { ScrollRegion } from '../../../kit/display/ScrollRegion.tsx';
import { csvOf } from '../../../kit/import/csv.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { AssignFile } from './AssignFile.tsx';

const SHOWN = 300;

const colors: Record<MaterialOutcome, string> = {
  ready: 'processing',
  imported: 'success',
  present: 'default',
  refused: 'error',
  failed: 'error',
};

const personOf = ({ teacher, staffNo }: ArchiveFile) => [teacher, staffNo].filter(Boolean).join(' ');

const sheetOf = (files: readonly ArchiveFile[]) =>
  csvOf([
    ['文件', '结果', '原因', '申报人', '位置', '大小'],
    ...files.map((file) => [
      file.path,
      materialOutcomes[file.outcome],
      file.reason ?? '',
      personOf(file),
      file.place ?? '',
      sizeText(file.bytes),
    ]),
  ]);

type Props = {
  files: readonly ArchiveFile[];
  /** Of an archive whose files may still be assigned. */
  archiveId: number | undefined;
};

/**
 * The files of an archive, each with its target or the reason for having none; filtered by outcome, so that problems
 * are found at once.
 */
export const ArchiveFiles = ({ files, archiveId }: Props) => {
  const [assigned, setAssigned] = useState<ArchiveFile>();
  const [only, setOnly] = useState<MaterialOutcome>();
  const counts = MATERIAL_OUTCOMES.map(
    (outcome) => [outcome, files.filter((file) => file.outcome === outcome).length] as const,
  ).filter(([, count]) => count > 0);
  const shown = files.filter(({ outcome }) => only === undefined || outcome === only);
  return (
    <section className="archive-files" aria-label="压缩包中的文件">
      <div className="archive-counts" role="group" aria-label="按结果筛选">
        <Button
          size="small"
          type={only === undefined ? 'primary' : 'default'}
          aria-pressed={only === undefined}
          onClick={() => setOnly(undefined)}
        >
          全部 {files.length}
        </Button>
        {counts.map(([outcome, count]) => (
          <Button
            key={outcome}
            size="small"
            type={only === outcome ? 'primary' : 'default'}
            aria-pressed={only === outcome}
            onClick={() => setOnly(outcome)}
          >
            {materialOutcomes[outcome]} {count}
          </Button>
        ))}
      </div>
      <ScrollRegion label="文件明细" className="import-errors">
        <table>
          <thead>
            <tr>
              <th scope="col">文件</th>
              <th scope="col">结果</th>
              <th scope="col">去向或原因</th>
            </tr>
          </thead>
          <tbody>
            {shown.slice(0, SHOWN).map((file) => (
              <tr key={file.position}>
                <td className="archive-path">{file.path}</td>
                <td>
                  <Tag color={colors[file.outcome]}>{materialOutcomes[file.outcome]}</Tag>
                </td>
                <td>
                  {file.reason ?? `${personOf(file)}：${file.place}`}
                  {archiveId !== undefined && file.canAssign && (
                    <Button
                      size="small"
                      type="link"
                      aria-label={`指定去向：${file.path}`}
                      onClick={() => setAssigned(file)}
                    >
                      指定去向
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {shown.length > SHOWN && <p>另有 {shown.length - SHOWN} 个文件未列出，见下载的明细。</p>}
      </ScrollRegion>
      <Button onClick={() => saveFile(sheetOf(files), '材料导入明细.csv')}>下载明细</Button>
      {archiveId !== undefined && assigned && (
        <AssignFile archiveId={archiveId} file={assigned} onClose={() => setAssigned(undefined)} />
      )}
    </section>
  );
};
