import { reviewApi, type ReviewDesk, type ReviewFile } from '@zhiping/shared/contracts/review.ts';
import FileView from '../../kit/viewer/FileView.tsx';
import { preloadPdf } from '../../kit/viewer/load-pdf.ts';
import { urlOf } from '../../lib/api.ts';
import { keepZoom, keptZoom } from './kept-zoom.ts';
import { ReportProblem } from './ReportProblem.tsx';
import { useReading } from './use-reading.ts';

type Props = {
  desk: Pick<ReviewDesk, 'assignmentId' | 'view' | 'bagNo'>;
  file: ReviewFile;
  next: ReviewFile | undefined;
};

const urlIn = (id: number, materialId: number) => urlOf(reviewApi.material, { params: { id, materialId } });

/** One material of an assignment; the next one is preloaded meanwhile. */
export default function MaterialViewer({ desk, file, next }: Props) {
  const { assignmentId, bagNo } = desk;
  const read = useReading(assignmentId, file);
  const key = `${assignmentId}/${file.id}`;
  return (
    <FileView
      url={urlIn(assignmentId, file.id)}
      name={file.name}
      format={file.format}
      watermark={bagNo}
      startPage={Math.max(1, file.page)}
      startZoom={keptZoom(key)}
      failures={{
        missing: '盲审副本准备中，放行后即可阅读',
        advice: '请报告评审办',
        action: <ReportProblem desk={desk} file={file} />,
      }}
      onPage={read}
      onZoom={(zoom) => keepZoom(key, zoom)}
      onShown={() => {
        if (next?.format === 'pdf') preloadPdf(urlIn(assignmentId, next.id));
      }}
    />
  );
}
