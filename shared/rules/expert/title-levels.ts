/** Title levels, highest first; they decide who may review whom. */
export const titleLevels = ['fullSenior', 'associateSenior', 'middle', 'junior', 'technician'] as const;
