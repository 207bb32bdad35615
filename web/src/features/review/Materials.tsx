import type { ReviewDesk, ReviewFile } from '@zhiping/shared/contracts/review.ts';
import { Button } from 'antd';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Empty, Loading } from '../../kit/display/states.tsx';
import { keepFocus } from '../../kit/hooks/keep-focus.ts';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { DownloadMaterial } from './DownloadMaterial.tsx';
import { MaterialList } from './MaterialList.tsx';
import { MaterialReport } from './MaterialReport.tsx';
import { ReportProblem } from './ReportProblem.tsx';

const MaterialViewer = lazy(() => import('./MaterialViewer.tsx'));

type Work = NonNullable<ReviewDesk['works']>[number];

const workFacts = ({ kind, year, index, rank, people }: Work) =>
  [kind, year, index, rank && `本人第 ${rank}${people ? `（共 ${people} 人）` : ''}`]
    .filter(Boolean)
    .join(' · ');

/** One material in place of the list, with links back and to the next one. */
const Reader = ({ desk, file, files }: { desk: ReviewDesk; file: ReviewFile; files: ReviewFile[] }) => {
  const { hrefOf, close } = useSubView('file');
  const ready = files.filter(({ isReady }) => isReady);
  const next = ready[ready.findIndex(({ id }) => id === file.id) + 1];
  const place = useRef<HTMLDivElement>(null);
  // On a small screen the content above would leave no room to read.
  useEffect(() => {
    // In braces: newer browsers return a promise here, which is not a cleanup function.
    place.current?.scrollIntoView({ block: 'start' });
    // The link that led here is gone, so the focus moves to the heading.
    keepFocus(() => place.current?.querySelector('h2') ?? null);
  }, [file.id]);
  const leave = () => {
    const materials = place.current?.parentElement;
    close();
    keepFocus(() => materials?.querySelector<HTMLElement>(`.desk-files a[href$="file=${file.id}"]`) ?? null);
  };
  return (
    <div className="desk-reader" ref={place}>
      <div className="desk-reader-head">
        <Button onClick={leave}>返回材料</Button>
        <h2 tabIndex={-1}>{file.name}</h2>
        {desk.cycle.materialDownload && (
          <DownloadMaterial assignmentId={desk.assignmentId} bagNo={desk.bagNo} file={file} />
        )}
        <ReportProblem desk={desk} file={file} />
        {next && (
          <Link to={hrefOf(next.id)} replace data-next-file>
            下一个文件
          </Link>
        )}
      </div>
      <MaterialReport report={file.report} />
      <div className="desk-reader-body">
        <nav aria-label="材料文件">
          <MaterialList desk={desk} files={files} hrefOf={hrefOf} openId={file.id} />
        </nav>
        <Suspense fallback={<Loading />}>
          <MaterialViewer key={file.id} desk={desk} file={file} next={next} />
        </Suspense>
      </div>
    </div>
  );
};

const Works = ({ works }: { works: readonly Work[] }) => (
  <section>
    <h2>代表作</h2>
    {works.length === 0 ? (
      <p className="soft">没有代表作</p>
    ) : (
      <ol className="desk-works">
        {works.map((work) => (
          <li key={`${work.kind}${work.title}`}>
            <h3>{work.title}</h3>
            <p className="soft">{workFacts(work)}</p>
            {work.contribution && <p>{work.contribution}</p>}
          </li>
        ))}
      </ol>
    )}
  </section>
);

const BASICS = '基本信息';

/** The kinds of materials with their counts; empty if there is only one kind. */
const kindsOf = (files: readonly ReviewFile[]) => {
  const counts = new Map<string, number>();
  for (const { kind } of files) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts.size > 1 ? [...counts] : [];
};

const Kinds = ({ files, chosen }: { files: readonly ReviewFile[]; chosen: string | null }) => {
  const { hrefOf } = useSubView('kind');
  const tab = (value: string, label: string, isChosen: boolean) => (
    <Link key={value} to={hrefOf(value)} replace aria-current={isChosen ? 'true' : undefined}>
      {label}
    </Link>
  );
  return (
    <nav className="desk-kinds" aria-label="材料分类">
      {tab(BASICS, BASICS, chosen === BASICS)}
      {kindsOf(files).map(([kind, count]) => tab(kind, `${kind} ${count}`, chosen === kind))}
      {tab('', `全部 ${files.length}`, chosen === null)}
    </nav>
  );
};

/** The representative works, and the materials to read, all or of one kind. */
export const Materials = ({ desk }: { desk: ReviewDesk }) => {
  const { works, files } = desk;
  const { value: opened, hrefOf } = useSubView('file');
  const { value: kind } = useSubView('kind');
  if (works === null) return <Empty text="签署评审承诺后才能打开材料" />;
  const isKind = files.some((file) => file.kind === kind);
  const chosen = isKind || kind === BASICS ? kind : null;
  const shown = isKind ? files.filter((file) => file.kind === kind) : files;
  const file = files.find(({ id, isReady }) => isReady && id === Number(opened));
  if (file) return <Reader desk={desk} file={file} files={shown.includes(file) ? shown : files} />;
  const hasBasics = chosen === null || chosen === BASICS;
  return (
    <>
      <Kinds files={files} chosen={chosen} />
      {hasBasics && <Works works={works} />}
      {chosen !== BASICS && (
        <section>
          <h2>
            {chosen ?? '材料'}（已读 {shown.filter(({ isRead }) => isRead).length} / {shown.length}）
          </h2>
          {files.length === 0 ? (
            <p className="soft">材料正在准备，请稍后再看</p>
          ) : (
            <MaterialList desk={desk} files={shown} hrefOf={hrefOf} />
          )}
        </section>
      )}
      {hasBasics && desk.view === 'expertOpen' && desk.application && (
        <section>
          <h2>个人述职</h2>
          <p className="desk-text">{desk.application.statement.text}</p>
        </section>
      )}
    </>
  );
};
