import { lazy, Suspense, useEffect, useRef } from 'react';
import type { PaletteProps } from '../search/Palette.tsx';
import './command-palette.css';

const loadPalette = () => import('../search/Palette.tsx');
const Palette = lazy(loadPalette);

/** Fetched once the first page is likely to be there, so that the first Ctrl K need not wait. */
const QUIET_MS = 1000;

/** Ctrl/⌘ K. A native dialog: focus trap, Esc and the return of the focus come with it. */
export const CommandPalette = ({ open, onClose, ...rest }: PaletteProps & { open: boolean }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Esc is the key twin of a click on the backdrop
    <dialog
      ref={dialog}
      className="palette"
      aria-label="搜索页面和操作"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      {open && (
        <Suspense fallback={null}>
          <Palette onClose={onClose} {...rest} />
        </Suspense>
      )}
    </dialog>
  );
};
