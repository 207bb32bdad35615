import { site } from '../../lib/site.ts';

/** Whom to call: in the same place of every page before the login is through. Native, since the login waits for no library. */
export const HelpPhone = () =>
  site.helpPhone && (
    <p className="help-phone">
      需要帮助请致电 <a href={`tel:${site.helpPhone.replaceAll(/[^\d+]/g, '')}`}>{site.helpPhone}</a>
    </p>
  );
