import { useDict } from './use-dict.ts';

export const DictText = ({ dict, value }: { dict: string; value: string }) => useDict(dict).labelOf(value);
