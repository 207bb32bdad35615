import { SuspendedNote } from './SuspendedNote.tsx';
import './suspended-cycle.css';

type Props = {
  cycles: readonly { id: number; name: string; suspendedReason: string | null }[];
  /** The cycle that filters the list; undefined shows the notes of all cycles. */
  cycleId: number | undefined;
};

/** Notes above a list of projects: which cycles are suspended, and why. */
export const SuspendedCycles = ({ cycles, cycleId }: Props) =>
  cycles
    .filter(({ id }) => cycleId === undefined || id === cycleId)
    .map(({ id, name, suspendedReason }) => (
      <SuspendedNote key={id} className="suspended-cycle" reason={suspendedReason} cycleName={name} />
    ));
