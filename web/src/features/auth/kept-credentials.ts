type Credentials = {
  username: string;
  password: string;
  /** Whether the account has a phone; if so, its SMS code is required. */
  hasPhone: boolean;
};

let credentials: Credentials | null = null;

/** Credentials typed at the login, for the page that changes the password. Only in memory; lost on reload. */
export const keepCredentials = (typed: Credentials) => {
  credentials = typed;
};
export const keptCredentials = () => credentials;
export const forgetCredentials = () => {
  credentials = null;
};
