import { projectApi } from '@zhiping/shared/contracts/project.ts';
import type { Material } from '@zhiping/shared/contracts/project-views.ts';
import { Button, Drawer } from 'antd';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { Loading } from '../../kit/display/states.tsx';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';
import { urlOf } from '../../lib/api.ts';
import { useTabVisible } from '../../lib/tab-context.ts';
import { useMedia } from '../../lib/use-media.ts';
import './material-reader.css';

const FileView = lazy(() => import('../../kit/viewer/FileView.tsx'));

/** From this width on there is room for a material beside the form or the opinions. */
const WIDE_QUERY = '(min-width: 1101px)';

const urlOfMaterial = ({ id }: Material) => urlOf(projectApi.material, { params: { id } });

const failures = {
  missing: '没有找到这个文件，可能已被替换，请刷新后重试',
  advice: '可以退回申报人重新上传',
};

type Props = {
  materials: readonly Material[];
  /** Shown in the watermark of every page. */
  mark: string;
  /** Actions on a material, shown beside its name. */
  about?: (file: Material) => ReactNode;
};

type Opened = Props & { file: Material; onClose: () => void };

/** Buttons to the previous and the next material. */
const FileSteps = ({ file, materials }: Pick<Opened, 'file' | 'materials'>) => {
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

const Content = ({ file, mark }: Pick<Opened, 'file' | 'mark'>) => (
  <Suspense fallback={<Loading />}>
    <FileView
      key={file.id}
      url={urlOfMaterial(file)}
      name={file.name}
      format={file.format}
      mark={mark}
      failures={failures}
    />
  </Suspense>
);

const Beside = ({ file, materials, mark, about, onClose }: Opened) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [file.id]);
  return (
    <aside className="file-reader" aria-label="正在看的文件">
      <div className="file-reader-head">
        <h2 ref={heading} tabIndex={-1}>
          {file.name}
        </h2>
        {about?.(file)}
        <FileSteps file={file} materials={materials} />
        <Button onClick={onClose}>关闭文件</Button>
      </div>
      <Content file={file} mark={mark} />
    </aside>
  );
};

const Above = ({ file, materials, mark, about, onClose }: Opened) => (
  <Drawer
    title={file.name}
    size="100%"
    open={useTabVisible()}
    onClose={onClose}
    closable={{ 'aria-label': '关闭文件' }}
  >
    <div className="file-reader">
      <div className="file-reader-head">
        <FileSteps file={file} materials={materials} />
        {about?.(file)}
      </div>
      <Content file={file} mark={mark} />
    </div>
  </Drawer>
);

/** The material that the address opens: beside the form, or in a drawer over it in a narrow window. */
export const MaterialReader = (props: Props) => {
  const { value, close } = useSubView('file');
  const isWide = useMedia(WIDE_QUERY);
  const file = props.materials.find(({ id }) => String(id) === value);

  if (!file) return null;
  const leave = () => {
    close();
    document.querySelector<HTMLElement>(`[data-material="${file.id}"]`)?.focus();
  };
  const opened = { ...props, file, onClose: leave };
  return isWide ? <Beside {...opened} /> : <Above {...opened} />;
};
