import { reviewApi, type ReviewFile } from '@zhiping/shared/contracts/review.ts';
import { useEffect, useRef } from 'react';
import { call } from '../../lib/api.ts';
import { refresh } from '../../lib/query-client.ts';

const PAUSE_MS = 1500;

/** Saves the page at which the reader stopped, and whether they reached the last one. */
export const useReading = (assignmentId: number, file: ReviewFile) => {
  const place = useRef({ page: file.page, isRead: file.isRead, saved: true });
  const hasMoved = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const save = async () => {
    clearTimeout(timer.current);
    if (place.current.saved) return;
    const { page, isRead } = place.current;
    place.current.saved = true;
    await call(reviewApi.reading, {
      params: { id: assignmentId, materialId: file.id },
      body: { page: Math.max(1, page), isRead },
      quiet: true,
    }).catch(() => {
      place.current.saved = false;
    });
  };

  useEffect(
    () => () => {
      // The list behind the material shows what was read.
      if (hasMoved.current) void save().then(() => refresh(reviewApi.read));
    },
    // The place is a ref on purpose: its value at the time of closing counts.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [],
  );

  return (page: number, pages: number) => {
    const isRead = place.current.isRead || page >= pages;
    if (page === place.current.page && isRead === place.current.isRead) return;
    place.current = { page, isRead, saved: false };
    hasMoved.current = true;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), PAUSE_MS);
  };
};
