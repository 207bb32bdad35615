import { CameraOutlined } from '@ant-design/icons';
import { accountApi } from '@zhiping/shared/contracts/account.ts';
import { lazy, Suspense, useRef, useState } from 'react';
import { useAction } from '../../kit/hooks/use-action.ts';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import { call } from '../../lib/api.ts';
import { avatarUrl } from '../../lib/avatar.ts';
import { notify } from '../../lib/notify.ts';
import { refreshUser } from '../../lib/refresh-user.ts';
import './avatar.css';
import type { Crop } from './crop.ts';
import { drawCrop } from './draw-crop.ts';

const AvatarCropper = lazy(() => import('./AvatarCropper.tsx'));

const SIZE = 256;
const types = ['image/png', 'image/jpeg', 'image/gif'];
const { maxBytes } = accountApi.updateAvatar.upload!;
const whole: Crop = { zoom: 1, x: 0, y: 0 };

const readPicture = async (file: File): Promise<ImageBitmap | undefined> => {
  const problem =
    (!types.includes(file.type) && '请选择 png、jpg 或 gif 图片') ||
    (file.size > maxBytes && `图片不能超过 ${maxBytes / 1024 / 1024} MB`);
  if (problem) {
    notify.warning(problem);
    return undefined;
  }
  return createImageBitmap(file).catch(() => {
    notify.warning('无法读取这张图片');
    return undefined;
  });
};

const toFile = (picture: ImageBitmap, crop: Crop) => {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  drawCrop(canvas, picture, crop);
  return new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('无法生成头像'))), 'image/png');
  });
};

export const AvatarEditor = ({ avatarName }: { avatarName: string | null }) => {
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap>();
  const [crop, setCrop] = useState(whole);

  const choose = async (file: File | undefined) => {
    if (!file) return;
    setCrop(whole);
    setPicture(await readPicture(file));
  };

  const save = useAction(async () => {
    await call(accountApi.updateAvatar, { file: await toFile(picture!, crop) });
    await refreshUser();
    setPicture(undefined);
    notify.success('头像已更新');
  });

  return (
    <>
      <button type="button" className="avatar-button" onClick={() => input.current?.click()}>
        <img src={avatarUrl(avatarName)} alt="" width={96} height={96} />
        <span>
          <CameraOutlined /> 更换头像
        </span>
      </button>
      <input
        ref={input}
        hidden
        type="file"
        accept={types.join(',')}
        aria-label="选择头像图片"
        onChange={({ target }) => {
          void choose(target.files?.[0]);
          // Cleared, so that choosing the same file again fires a change event.
          target.value = '';
        }}
      />
      <Dialog
        open={picture !== undefined}
        title="裁剪头像"
        width={320}
        okText="保存头像"
        confirmLoading={save.isPending}
        onOk={() => void save.run()}
        onCancel={() => setPicture(undefined)}
      >
        <Suspense fallback={null}>
          {picture && <AvatarCropper picture={picture} crop={crop} onChange={setCrop} />}
        </Suspense>
      </Dialog>
    </>
  );
};
