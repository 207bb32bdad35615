/** Where a request stands in the web app. */
export const pageOf = (id: number) => `/review/confirmation?view=${id}`;
