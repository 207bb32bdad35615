import type { FileViewProps } from './file-view-props.ts';
import { ImageView } from './ImageView.tsx';
import { PdfView } from './PdfView.tsx';
import './viewer.css';
import './text-layer.css';

export default function FileView({ format, startPage = 1, onPage, onShown, ...common }: FileViewProps) {
  if (format !== 'pdf')
    return (
      <ImageView
        {...common}
        onSeen={() => {
          onPage?.(1, 1);
          onShown?.();
        }}
      />
    );
  return (
    <PdfView {...common} startPage={startPage} {...(onPage && { onPage })} {...(onShown && { onShown })} />
  );
}
