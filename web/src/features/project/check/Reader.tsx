import { projectApi } from '@zhiping/shared/contracts/project.ts';
import type { Material } from '@zhiping/shared/contracts/project-views.ts';
import { materialPath } from '@zhiping/shared/rules/project-form/places.ts';
import { Button, Drawer } from 'antd';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { Loading } from '../../../kit/display/states.tsx';
import { useSubView } from '../../../kit/hooks/use-sub-view.ts';
import { urlOf } from '../../../lib/api.ts';
import { useTabVisible } from '../../../lib/tab-context.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { useCheck } from './check-context.ts';
import { ReasonAt } from './ReasonAt.tsx';

const FileView = lazy(() => import('../../../kit/viewer/FileView.tsx'));

/** From here on there is room for a file beside the form. */
const WIDE_QUERY = '(min-width: 1101px)';

const urlOfMaterial = ({ id }: Material) => urlOf(projectApi.material, { params: { id } });

const failures = {
  missing: '没有找到这个文件，可能已被替换，请刷新后重试',
  advice: '可以退回申报人重新上传',
};

/** Is written beside the file, as it is beside its name in the form. */
const Reason = ({ file }: { file: Material }) => (
  <ReasonAt key={file.id} path={materialPath(file.id)} label={`正在看的文件${file.name}`} />
);

/** The ways from a file to those before and behind it. */
const FileSteps = ({ file }: { file: Material }) => {
  const { materials } = useCheck().project;
  const navigate = useNavigate();
  const { hrefOf } = useSubView('file');
  const at = materials.findIndex(({ id }) => id === file.id);
  const step = (label: string, to: Material | undefined) => (
    <Button disabled={!to} onClick={() => to && void navigate(hrefOf(to.id), { replace: true })}>
      {label}
    </Button>
  );
  return (
    <>
      {step('上一个文件', materials[at - 1])}
      {step('下一个文件', materials[at + 1])}
      <Button href={urlOfMaterial(file)} target="_blank" rel="noreferrer">
        在新窗口打开
      </Button>
    </>
  );
};

const Content = ({ file }: { file: Material }) => (
  <Suspense fallback={<Loading />}>
    <FileView
      key={file.id}
      url={urlOfMaterial(file)}
      name={file.name}
      format={file.format}
      mark={useCheck().project.no}
      failures={failures}
    />
  </Suspense>
);

const Beside = ({ file, onClose }: { file: Material; onClose: () => void }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [file.id]);
  return (
    <aside className="check-reader" aria-label="正在看的文件">
      <div className="check-reader-head">
        <h2 ref={heading} tabIndex={-1}>
          {file.name}
        </h2>
        <Reason file={file} />
        <FileSteps file={file} />
        <Button onClick={onClose}>关闭文件</Button>
      </div>
      <Content file={file} />
    </aside>
  );
};

const Above = ({ file, onClose }: { file: Material; onClose: () => void }) => (
  <Drawer
    title={file.name}
    size="100%"
    open={useTabVisible()}
    onClose={onClose}
    closable={{ 'aria-label': '关闭文件' }}
  >
    <div className="check-reader">
      <div className="check-reader-head">
        <FileSteps file={file} />
        <Reason file={file} />
      </div>
      <Content file={file} />
    </div>
  </Drawer>
);

/** The file that the address opens: beside the form, or over it where there is no room. */
export const Reader = () => {
  const { materials } = useCheck().project;
  const { value, close } = useSubView('file');
  const isWide = useMedia(WIDE_QUERY);
  const file = materials.find(({ id }) => String(id) === value);

  if (!file) return null;
  const leave = () => {
    close();
    document.querySelector<HTMLElement>(`[data-material="${file.id}"]`)?.focus();
  };
  return isWide ? <Beside file={file} onClose={leave} /> : <Above file={file} onClose={leave} />;
};
