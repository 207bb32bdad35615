import { type ReviewDesk, type ReviewFile } from '@zhiping/shared/contracts/review.ts';
import { sizeText } from '@zhiping/shared/rules/file-name.ts';
import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { Empty, Loading } from '../../kit/display/states.tsx';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';

const FileViewer = lazy(() => import('./FileViewer.tsx'));

type Work = NonNullable<ReviewDesk['works']>[number];

const workFacts = ({ kind, year, index, rank, people }: Work) =>
  [kind, year, index, rank && `本人第 ${rank}${people ? `（共 ${people} 人）` : ''}`]
    .filter(Boolean)
    .join(' · ');

const fileFacts = ({ kind, format, pages, bytes }: ReviewFile) =>
  [kind, format.toUpperCase(), pages === null ? null : `${pages} 页`, sizeText(bytes)]
    .filter(Boolean)
    .join(' · ');

const FileItem = ({ file, href }: { file: ReviewFile; href: string }) => {
  if (!file.isReady)
    return (
      <li>
        <span>{file.name}</span>
        <span className="review-soft">盲审副本准备中，放行后即可阅读</span>
      </li>
    );
  return (
    <li>
      <Link to={href}>
        <span className={file.isRead ? 'desk-read' : 'desk-unread'} aria-hidden>
          {file.isRead ? '✓' : '○'}
        </span>{' '}
        {file.name}
        <span className="visually-hidden">{file.isRead ? '（已读）' : '（未读）'}</span>
      </Link>
      <span className="review-soft">{fileFacts(file)}</span>
    </li>
  );
};

/** One file in the place of the list, with the way back and on to the next. */
const Reader = ({ desk, file }: { desk: ReviewDesk; file: ReviewFile }) => {
  const { hrefOf, close } = useSubView('file');
  const ready = desk.files.filter(({ isReady }) => isReady);
  const next = ready[ready.findIndex(({ id }) => id === file.id) + 1];
  return (
    <>
      <div className="desk-reader-head">
        <Button onClick={close}>返回材料</Button>
        <h2>{file.name}</h2>
        {next && (
          <Link to={hrefOf(next.id)} replace data-next-file>
            下一个文件
          </Link>
        )}
      </div>
      <Suspense fallback={<Loading />}>
        <FileViewer key={file.id} assignmentId={desk.assignmentId} bagNo={desk.bagNo} file={file} />
      </Suspense>
    </>
  );
};

/** What the file is about: works, and the files to read. */
export const Materials = ({ desk }: { desk: ReviewDesk }) => {
  const { works, files } = desk;
  const { value: opened, hrefOf } = useSubView('file');
  if (works === null) return <Empty text="签署评审承诺后才能打开材料" />;
  const file = files.find(({ id, isReady }) => isReady && id === Number(opened));
  if (file) return <Reader desk={desk} file={file} />;
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
            {files.map((one) => (
              <FileItem key={one.id} file={one} href={hrefOf(one.id)} />
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
