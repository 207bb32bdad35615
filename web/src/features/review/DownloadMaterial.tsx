import { reviewApi, type ReviewFile } from '@zhiping/shared/contracts/review.ts';
import { Button } from 'antd';
import { useAction } from '../../kit/hooks/use-action.ts';
import { watermarkLines } from '../../kit/viewer/Watermark.tsx';
import { ApiError, fetchFile } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useUser } from '../../lib/session-store.ts';

/** Materials may be large and connections slow. */
const TIMEOUT_MS = 10 * 60_000;

type Props = { assignmentId: number; bagNo: string; file: Pick<ReviewFile, 'id' | 'name'> };

/** Downloads a material, with a mark of who downloaded it and when on each page. */
export const DownloadMaterial = ({ assignmentId, bagNo, file }: Props) => {
  const { user } = useUser();
  const take = useAction(async () => {
    try {
      const [content, { drawStamp, stampFile }] = await Promise.all([
        fetchFile(reviewApi.download, {
          params: { id: assignmentId, materialId: file.id },
          timeoutMs: TIMEOUT_MS,
        }),
        import('../../kit/viewer/stamp-file.ts'),
      ]);
      const stamp = await drawStamp(watermarkLines(user.nickName, bagNo, new Date()));
      saveFile(await stampFile(content, stamp), `${bagNo} ${file.name}.pdf`);
    } catch (error) {
      if (!(error instanceof ApiError)) notify.error('这个文件没能加上水印，没有下载，请在线阅读');
    }
  });
  return (
    <Button loading={take.isPending} onClick={() => void take.run()}>
      下载
    </Button>
  );
};
