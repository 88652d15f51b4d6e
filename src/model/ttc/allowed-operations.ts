export const ALLOWED_OPERATIONS = ['delegate', 'addSigners', 'claim', 'sendBackDirect'] as const;
/** What people may do with a task at run time, without a button in the diagram. */
export type AllowedOperation = (typeof ALLOWED_OPERATIONS)[number];

const WORD = `(?:${ALLOWED_OPERATIONS.join('|')})`;
/** `none` alone, or words with commas or blanks between them. */
export const ALLOW_VALUES = new RegExp(`^(?:none|${WORD}(?:[\\s,]+${WORD})*)$`);
