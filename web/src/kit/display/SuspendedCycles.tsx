import { SuspendedNote } from './SuspendedNote.tsx';
import './suspended-cycle.css';

type Props = {
  cycles: readonly { id: number; name: string; suspendedReason: string | null }[];
  /** The one that a list is narrowed to. */
  cycleId: number | undefined;
};

/** Above a list of applications: which of its cycles stand still, and why. */
export const SuspendedCycles = ({ cycles, cycleId }: Props) =>
  cycles
    .filter(({ id }) => cycleId === undefined || id === cycleId)
    .map(({ id, name, suspendedReason }) => (
      <SuspendedNote key={id} className="suspended-cycle" reason={suspendedReason} cycleName={name} />
    ));
