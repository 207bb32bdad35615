import { setDisplaySize, sizes, useDisplaySize } from '../../lib/display-size.ts';
import './size-choice.css';

/** Sets the size of text and controls together. Uses no antd, because the pages before the login do not load it. */
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
