/** Values of cells whose formula failed, in all spreadsheets. */
const ERROR_CELL =
  /^#(?:NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|GETTING_DATA|SPILL!|CONNECT!|BLOCKED!|UNKNOWN!|FIELD!|CALC!)$/;

export const isErrorCell = (value: unknown) => typeof value === 'string' && ERROR_CELL.test(value.trim());
