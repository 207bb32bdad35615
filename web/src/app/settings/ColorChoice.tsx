import { CheckOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { setColor, useAppearance } from '../theme/appearance.ts';
import { forLight, swatches } from '../theme/colors.ts';

/** Eight readable theme colours, and a free choice that is darkened until its contrast is sufficient. */
export const ColorChoice = () => {
  const { color } = useAppearance();
  const [wasDarkened, setWasDarkened] = useState(false);
  const choose = (chosen: string) => {
    setWasDarkened(forLight(chosen) !== chosen);
    setColor(chosen);
  };
  return (
    <>
      <div className="swatches" role="radiogroup" aria-label="主题色">
        {swatches.map((swatch) => (
          <label key={swatch.color} title={swatch.name} style={{ background: swatch.color }}>
            <input
              type="radio"
              name="theme-color"
              className="visually-hidden"
              aria-label={swatch.name}
              checked={color === swatch.color}
              onChange={() => choose(swatch.color)}
            />
            {color === swatch.color && <CheckOutlined />}
          </label>
        ))}
      </div>
      <label className="settings-row">
        其他颜色
        <input type="color" value={color} onChange={(event) => choose(event.target.value)} />
      </label>
      <p className="settings-note" role="status">
        {wasDarkened && '对比度不足，已调整为最接近的可读颜色'}
      </p>
    </>
  );
};
