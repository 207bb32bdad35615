import { type ReviewDesk, type ReviewFile, reviewApi } from '@zhiping/shared/contracts/review.ts';
import { sizeText } from '@zhiping/shared/rules/file-name.ts';
import { Empty } from '../../kit/display/states.tsx';
import { call, urlOf } from '../../lib/api.ts';
import { refresh } from '../../lib/query-client.ts';

type Work = NonNullable<ReviewDesk['works']>[number];

const workFacts = ({ kind, year, index, rank, people }: Work) =>
  [kind, year, index, rank && `本人第 ${rank}${people ? `（共 ${people} 人）` : ''}`]
    .filter(Boolean)
    .join(' · ');

const fileFacts = ({ kind, format, pages, bytes }: ReviewFile) =>
  [kind, format.toUpperCase(), pages === null ? null : `${pages} 页`, sizeText(bytes)]
    .filter(Boolean)
    .join(' · ');

const FileItem = ({ assignmentId, file }: { assignmentId: number; file: ReviewFile }) => {
  const markRead = async () => {
    await call(reviewApi.reading, {
      params: { id: assignmentId, materialId: file.id },
      body: { page: file.page, isRead: true },
      quiet: true,
    }).catch(() => undefined);
    await refresh(reviewApi.read);
  };
  if (!file.isReady)
    return (
      <li>
        <span>{file.name}</span>
        <span className="review-soft">盲审副本准备中，放行后即可阅读</span>
      </li>
    );
  return (
    <li>
      <a
        href={urlOf(reviewApi.material, { params: { id: assignmentId, materialId: file.id } })}
        target="_blank"
        rel="noreferrer"
        onClick={() => void markRead()}
      >
        <span className={file.isRead ? 'desk-read' : 'desk-unread'} aria-hidden>
          {file.isRead ? '✓' : '○'}
        </span>{' '}
        {file.name}
        <span className="visually-hidden">{file.isRead ? '（已读）' : '（未读）'}</span>
      </a>
      <span className="review-soft">{fileFacts(file)}</span>
    </li>
  );
};

/** What the file is about: works, and the files to read. */
export const Materials = ({ desk }: { desk: ReviewDesk }) => {
  const { works, files, assignmentId } = desk;
  if (works === null) return <Empty text="签署评审承诺后才能打开材料" />;
  return (
    <>
      <section>
        <h2>代表作</h2>
        {works.length === 0 ? (
          <p className="review-soft">没有代表作</p>
        ) : (
          <ol className="desk-works">
            {works.map((work) => (
              <li key={`${work.kind}${work.title}`}>
                <h3>{work.title}</h3>
                <p className="review-soft">{workFacts(work)}</p>
                {work.contribution && <p>{work.contribution}</p>}
              </li>
            ))}
          </ol>
        )}
      </section>
      <section>
        <h2>
          材料（已读 {files.filter(({ isRead }) => isRead).length} / {files.length}）
        </h2>
        {files.length === 0 ? (
          <p className="review-soft">材料正在准备，请稍后再看</p>
        ) : (
          <ul className="desk-files">
            {files.map((file) => (
              <FileItem key={file.id} assignmentId={assignmentId} file={file} />
            ))}
          </ul>
        )}
      </section>
      {desk.view === 'expertOpen' && desk.application && (
        <section>
          <h2>个人述职</h2>
          <p className="desk-text">{desk.application.statement.text}</p>
        </section>
      )}
    </>
  );
};
