/** Masked phone or address: enough to recognise one's own, too little to use another's. */
export const maskPhone = (phone: string) =>
  phone.length < 7 ? '*'.repeat(phone.length) : `${phone.slice(0, 3)}****${phone.slice(-4)}`;

export const maskEmail = (email: string) => {
  const at = email.lastIndexOf('@');
  return at < 1 ? '***' : `${[...email][0]}***${email.slice(at)}`;
};

/** Masked identity number: province, city and the last four characters stay. */
export const maskIdCard = (idCard: string) =>
  `${idCard.slice(0, 4)}${'*'.repeat(idCard.length - 8)}${idCard.slice(-4)}`;

/** People write identity numbers into reasons and notes too. The digits of a hash have others of its letters around. */
export const maskIdCardsIn = (text: string) =>
  text.replaceAll(/(?<![\da-f])\d{17}[\dXx](?![\da-f])/g, maskIdCard);
