import type { ReviewDesk, ReviewFile } from '@zhiping/shared/contracts/review.ts';
import { sizeText } from '@zhiping/shared/rules/file/name.ts';
import { Link } from 'react-router';
import { MaterialReport } from './MaterialReport.tsx';
import { ReportProblem } from './ReportProblem.tsx';

const fileFacts = ({ kind, format, pages, bytes }: ReviewFile) =>
  [kind, format.toUpperCase(), pages === null ? null : `${pages} 页`, sizeText(bytes)]
    .filter(Boolean)
    .join(' · ');

const marks = {
  unread: { sign: '○', words: '（未读）' },
  open: { sign: '●', words: '（正在看）' },
  read: { sign: '✓', words: '（已读）' },
} as const;

type Props = {
  desk: Pick<ReviewDesk, 'assignmentId' | 'view'>;
  files: readonly ReviewFile[];
  hrefOf: (id: number) => string;
  /** The open material: the list is then beside it and shows no details. */
  openId?: number;
};

const stateOf = ({ id, isRead }: ReviewFile, openId: number | undefined) => {
  if (id === openId) return 'open';
  return isRead ? 'read' : 'unread';
};

const MaterialItem = ({ file, desk, hrefOf, openId }: { file: ReviewFile } & Omit<Props, 'files'>) => {
  if (!file.isReady)
    return (
      <li>
        <span>{file.name}</span>
        <span className="soft">盲审副本准备中，放行后即可阅读</span>
        {openId === undefined && <ReportProblem desk={desk} file={file} />}
        {openId === undefined && <MaterialReport report={file.report} />}
      </li>
    );
  const state = stateOf(file, openId);
  const { sign, words } = marks[state];
  return (
    <li>
      <Link
        to={hrefOf(file.id)}
        replace={openId !== undefined}
        aria-current={state === 'open' ? 'true' : undefined}
      >
        <span className={`desk-${state}`} aria-hidden>
          {sign}
        </span>{' '}
        {file.name}
        <span className="visually-hidden">{words}</span>
      </Link>
      {openId === undefined && <span className="soft">{fileFacts(file)}</span>}
      {openId === undefined && <MaterialReport report={file.report} />}
    </li>
  );
};

/** The materials, and how far each has been read. */
export const MaterialList = ({ files, ...rest }: Props) => (
  <ul className="desk-files">
    {files.map((file) => (
      <MaterialItem key={file.id} file={file} {...rest} />
    ))}
  </ul>
);
