import type { EditionReport } from '@zhiping/shared/contracts/subject.ts';
import { Alert } from 'antd';
import './edition.css';
import { AffectedSubjects } from './AffectedSubjects.tsx';
import type { Moves } from './use-edition.ts';

const SHOWN = 200;

type Line = { code: string; fullName: string; before?: string };

const Lines = ({ title, lines }: { title: string; lines: readonly Line[] }) =>
  lines.length > 0 && (
    <details className="edition-lines">
      <summary>
        {title} {lines.length}
      </summary>
      <ul>
        {lines.slice(0, SHOWN).map(({ code, fullName, before }) => (
          <li key={code}>
            <span className="edition-code">{code}</span>
            {before && <del>{before}</del>} {fullName}
          </li>
        ))}
      </ul>
      {lines.length > SHOWN && <p>另有 {lines.length - SHOWN} 个未列出。</p>}
    </details>
  );

type Props = {
  report: EditionReport;
  moves: Moves;
  onMove: (code: string, to: string | undefined) => void;
};

/** Changes of a new edition, and their effect on experts. */
export const EditionPreview = ({ report, moves, onMove }: Props) => {
  const { added, renamed, returned, gone, unchanged, touched } = report;
  const isSame = added.length + renamed.length + returned.length + gone.length === 0;
  return (
    <>
      <Alert
        type={isSame ? 'warning' : 'info'}
        showIcon
        title={
          isSame
            ? '与现有目录相同，没有需要更新的内容'
            : `新增 ${added.length}，改名 ${renamed.length}，重新启用 ${returned.length}，停用 ${gone.length}，未变 ${unchanged}`
        }
        description={gone.length > 0 && '新版中没有的学科只是停用，不会删除。'}
      />
      <Lines title="新增" lines={added} />
      <Lines title="改名" lines={renamed} />
      <Lines title="重新启用" lines={returned} />
      <Lines title="停用" lines={gone} />
      {touched.length > 0 && <AffectedSubjects touched={touched} moves={moves} onMove={onMove} />}
    </>
  );
};
