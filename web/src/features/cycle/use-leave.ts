import { useClearParams } from '../../kit/hooks/use-clear-params.ts';

/** Returns to the list with its filters. */
export const useLeave = () => useClearParams('edit', 'step', 'from');
