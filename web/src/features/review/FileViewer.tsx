import { reviewApi, type ReviewFile } from '@zhiping/shared/contracts/review.ts';
import FileView from '../../kit/viewer/FileView.tsx';
import { urlOf } from '../../lib/api.ts';
import { useReading } from './use-reading.ts';

type Props = { assignmentId: number; bagNo: string; file: ReviewFile };

/** One file of an assignment, read on the desk. */
export default function FileViewer({ assignmentId, bagNo, file }: Props) {
  const read = useReading(assignmentId, file);
  return (
    <FileView
      url={urlOf(reviewApi.material, { params: { id: assignmentId, materialId: file.id } })}
      name={file.name}
      format={file.format}
      mark={bagNo}
      startPage={Math.max(1, file.page)}
      failures={{ missing: '盲审副本准备中，放行后即可阅读', advice: '请告诉评审办' }}
      onPage={read}
    />
  );
}
