import { lazy, Suspense, useEffect, useState } from 'react';
import { setSigning } from '../../lib/api.ts';

// Lazy: few users need it, and only once per cycle.
const SigningDialog = lazy(() => import('./SigningDialog.tsx'));

type PendingQuestion = { cycleId: number; answer: (isSigned: boolean) => void };

/** Asks for the staff commitment of a cycle when the server demands it. Calls that wait meanwhile share the answer. */
export const StaffSigning = () => {
  const [asked, setAsked] = useState<PendingQuestion>();
  useEffect(() => {
    const waiting = new Map<number, Promise<boolean>>();
    setSigning((cycleId) => {
      const known = waiting.get(cycleId);
      if (known) return known;
      const answered = new Promise<boolean>((resolve) => {
        setAsked({ cycleId, answer: resolve });
      }).finally(() => {
        waiting.delete(cycleId);
        setAsked(undefined);
      });
      waiting.set(cycleId, answered);
      return answered;
    });
    return () => setSigning(() => Promise.resolve(false));
  }, []);
  return (
    asked && (
      <Suspense fallback={null}>
        <SigningDialog key={asked.cycleId} cycleId={asked.cycleId} onAnswer={asked.answer} />
      </Suspense>
    )
  );
};
