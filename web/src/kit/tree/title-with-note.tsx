import type { ReactNode } from 'react';

/** The title of a node, with its note beside it. */
export const titleWithNote = ({ title, note }: { title: ReactNode; note?: ReactNode }) => (
  <>
    {title}
    {note && <span className="tree-note">{note}</span>}
  </>
);
