/** Texts of the institution that runs the app; the server writes them into index.html. */
type Site = {
  footerTxt: string;
  /** ICP record number. */
  caseNumber: string;
  /** Phone number for help; empty if there is none. */
  helpPhone: string;
  build: string;
  /** Of the product; empty while the page does not come from the server. */
  version: string;
  /** Accounts of a demo and their published password; missing elsewhere. */
  demo?: { password: string; accounts: { username: string; note: string }[] };
  /** Whether users may change the layout. */
  showSettings: boolean;
};

const defaults: Site = {
  footerTxt: '',
  caseNumber: '',
  helpPhone: '',
  build: __BUILD__,
  version: '',
  showSettings: true,
};

const parseSite = (json: string | null | undefined): Site => {
  try {
    return { ...defaults, ...(JSON.parse(json ?? '{}') as Partial<Site>) };
  } catch {
    return defaults;
  }
};

export const site = parseSite(document.getElementById('site')?.textContent);
