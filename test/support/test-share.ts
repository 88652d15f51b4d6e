/**
 * Whether what judges at length does all of it, as CI does once (`npm run test:whole`); `npm test` does a fixed share.
 */
export const isWhole = process.env.TEST_SHARE === 'whole';
