import { site } from '../../lib/site.ts';

/**
 * The help line, at the same position on every page before the login is complete. Uses no antd, because the login page
 * does not load it.
 */
export const HelpPhone = () =>
  site.helpPhone && (
    <p className="help-phone">
      需要帮助请致电 <a href={`tel:${site.helpPhone.replaceAll(/[^\d+]/g, '')}`}>{site.helpPhone}</a>
    </p>
  );
