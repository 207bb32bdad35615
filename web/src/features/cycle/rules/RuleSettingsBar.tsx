import { Button, Checkbox } from 'antd';
import { SearchInput } from '../../../kit/list/filters/SearchInput.tsx';
import type { problemCodes } from './settings-edits.ts';

type Props = {
  query: string;
  onQuery: (query: string) => void;
  isOnlyDifferent: boolean;
  onOnlyDifferent: (isOn: boolean) => void;
  count: number;
  different: number;
  places: ReturnType<typeof problemCodes>;
  onGoTo: (codes: readonly string[]) => void;
};

/** Searches rules, and leads to those that need attention. */
export const RuleSettingsBar = (props: Props) => {
  const { query, onQuery, isOnlyDifferent, onOnlyDifferent, count, different, places, onGoTo } = props;
  return (
    <div className="rule-bar">
      <SearchInput
        label="编号或规则名称"
        value={query}
        maxLength={50}
        onChange={({ target }) => onQuery(target.value)}
      />
      <Checkbox checked={isOnlyDifferent} onChange={({ target }) => onOnlyDifferent(target.checked)}>
        只看与默认不同的
      </Checkbox>
      <div className="rule-bar-state">
        <output>
          {count} 条规则，{different > 0 ? `${different} 条与默认不同` : '都与默认相同'}
        </output>
        {places.wrong.length > 0 && (
          <Button size="small" danger onClick={() => onGoTo(places.wrong)}>
            须改正 {places.wrong.length} 条
          </Button>
        )}
        {places.doubtful.length > 0 && (
          <Button size="small" onClick={() => onGoTo(places.doubtful)}>
            请核对 {places.doubtful.length} 条
          </Button>
        )}
      </div>
    </div>
  );
};
