// Runs before the first paint, so that colours, sidebar and skeleton never flash. Cookie names: src/app/theme/appearance.ts,
// src/lib/display-size.ts and src/app/shell/sidebar-state.ts; not a module because modules wait for the parser.
(() => {
  const cookie = (name) => {
    const pair = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`));
    return pair && decodeURIComponent(pair.slice(name.length + 1));
  };
  const root = document.documentElement;
  const mode = cookie('zhiping_mode');
  const dark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  const color = cookie('zhiping_color')?.split('.')[dark ? 1 : 0];
  if (color && /^[0-9a-f]{6}$/.test(color)) root.style.setProperty('--brand', `#${color}`);
  const size = cookie('zhiping_size') ?? (matchMedia('(pointer: coarse)').matches ? 'middle' : 'small');
  root.dataset.size = size;
  root.dataset.sidebar = cookie('zhiping_sidebar') === '0' ? 'closed' : 'open';
  root.toggleAttribute('data-signed-in', cookie('zhiping_token') !== undefined);
})();
