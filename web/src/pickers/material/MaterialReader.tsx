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
  watermark: string;
  /** Actions on a material, shown beside its name. */
  actionsOf?: (material: Material) => ReactNode;
};

type Opened = Props & { material: Material; onClose: () => void };

/** Buttons to the previous and the next material. */
const MaterialSteps = ({ material, materials }: Pick<Opened, 'material' | 'materials'>) => {
  const navigate = useNavigate();
  const { hrefOf } = useSubView('file');
  const at = materials.findIndex(({ id }) => id === material.id);
  const step = (label: string, to: Material | undefined) => (
    <Button disabled={!to} onClick={() => to && void navigate(hrefOf(to.id), { replace: true })}>
      {label}
    </Button>
  );
  return (
    <>
      {step('上一个文件', materials[at - 1])}
      {step('下一个文件', materials[at + 1])}
      <Button href={urlOfMaterial(material)} target="_blank" rel="noreferrer">
        在新窗口打开
      </Button>
    </>
  );
};

const Content = ({ material, watermark }: Pick<Opened, 'material' | 'watermark'>) => (
  <Suspense fallback={<Loading />}>
    <FileView
      key={material.id}
      url={urlOfMaterial(material)}
      name={material.name}
      format={material.format}
      watermark={watermark}
      failures={failures}
    />
  </Suspense>
);

const ReaderPanel = ({ material, materials, watermark, actionsOf, onClose }: Opened) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [material.id]);
  return (
    <aside className="file-reader" aria-label="正在看的文件">
      <div className="file-reader-head">
        <h2 ref={heading} tabIndex={-1}>
          {material.name}
        </h2>
        {actionsOf?.(material)}
        <MaterialSteps material={material} materials={materials} />
        <Button onClick={onClose}>关闭文件</Button>
      </div>
      <Content material={material} watermark={watermark} />
    </aside>
  );
};

const ReaderDrawer = ({ material, materials, watermark, actionsOf, onClose }: Opened) => (
  <Drawer
    title={material.name}
    size="100%"
    open={useTabVisible()}
    onClose={onClose}
    closable={{ 'aria-label': '关闭文件' }}
  >
    <div className="file-reader">
      <div className="file-reader-head">
        <MaterialSteps material={material} materials={materials} />
        {actionsOf?.(material)}
      </div>
      <Content material={material} watermark={watermark} />
    </div>
  </Drawer>
);

/** The material that the address opens: beside the form, or in a drawer over it in a narrow window. */
export const MaterialReader = (props: Props) => {
  const { value, close } = useSubView('file');
  const isWide = useMedia(WIDE_QUERY);
  const material = props.materials.find(({ id }) => String(id) === value);

  if (!material) return null;
  const leave = () => {
    close();
    document.querySelector<HTMLElement>(`[data-material="${material.id}"]`)?.focus();
  };
  const opened = { ...props, material, onClose: leave };
  return isWide ? <ReaderPanel {...opened} /> : <ReaderDrawer {...opened} />;
};
