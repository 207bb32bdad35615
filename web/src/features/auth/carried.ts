type Credentials = {
  username: string;
  password: string;
  /** Whether the account has a phone, whose code is then asked for. */
  hasPhone: boolean;
};

let credentials: Credentials | null = null;

/** What was typed at the login, for the page that changes the password: in memory only, gone with a reload. */
export const carry = (typed: Credentials) => {
  credentials = typed;
};
export const carried = () => credentials;
export const forgetCarried = () => {
  credentials = null;
};
