import { reviewApi, type ReviewFile } from '@zhiping/shared/contracts/review.ts';
import { urlOf } from '../../../lib/api.ts';
import { ImageView } from './ImageView.tsx';
import { PdfView } from './PdfView.tsx';
import { useReading } from './use-reading.ts';
import './viewer.css';
import './text-layer.css';

type Props = { assignmentId: number; bagNo: string; file: ReviewFile };

/** One file of an assignment, read on the desk. */
export default function FileViewer({ assignmentId, bagNo, file }: Props) {
  const read = useReading(assignmentId, file);
  const url = urlOf(reviewApi.material, { params: { id: assignmentId, materialId: file.id } });
  const common = { url, name: file.name, bagNo };
  if (file.format !== 'pdf') return <ImageView {...common} onSeen={() => read(1, 1)} />;
  return <PdfView {...common} startPage={Math.max(1, file.page)} onPage={read} />;
}
