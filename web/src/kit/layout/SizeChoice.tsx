import { setDisplaySize, sizes, useDisplaySize } from '../../lib/display-size.ts';
import './size-choice.css';

/** Text and controls together. Native, as the pages before the login are. */
export const SizeChoice = () => {
  const size = useDisplaySize();
  return (
    <div className="size-choice" role="radiogroup" aria-label="显示大小">
      <span aria-hidden>显示大小</span>
      {sizes.map(({ value, label }) => (
        <label key={value}>
          <input
            type="radio"
            name="display-size"
            className="visually-hidden"
            checked={size === value}
            onChange={() => setDisplaySize(value)}
          />
          {label}
        </label>
      ))}
    </div>
  );
};
