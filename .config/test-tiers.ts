import { findBrowser, findPgbouncer, findPostgres, hasChineseFont } from '../test/support/installed.ts';

/**
 * Files with one of these words before `.test.ts` are left to `npm run test:all`; all others are `npm test`, which needs
 * Node.js alone. test/README.md says what belongs where, and why.
 */
const LATER = ['browser', 'postgres', 'random', 'long'] as const;
/** Files that run in both tiers, each time something else of them (test/support/tier.ts). */
const ON_DATABASES = 'databases';
const VARIANTS = 'variants';

const patternOf = (word: string) => `test/**/*.${word}.test.ts`;

export const FIRST_TIER = { include: ['test/**/*.test.ts'], exclude: LATER.map(patternOf) };

/** What a machine must have for the files of a word. */
export const NEEDS = [
  {
    words: ['browser'],
    what: 'Chromium and a Chinese font',
    install: 'apt-get install chromium fonts-liberation fonts-wqy-microhei',
    isMet: findBrowser() !== undefined && hasChineseFont(),
  },
  {
    words: ['postgres', ON_DATABASES],
    what: 'PostgreSQL and PgBouncer',
    install: 'apt-get install postgresql pgbouncer',
    isMet: (process.env.TEST_DATABASE_URL ?? findPostgres()) !== undefined && findPgbouncer() !== undefined,
  },
];

/** Of the second tier, what this machine can run. @throws {Error} under `CI=true` if that is not all */
export function chooseSecondTier(): { include: string[]; exclude: string[] } {
  const missing = NEEDS.filter(({ isMet }) => !isMet);
  if (process.env.CI === 'true' && missing.length > 0) {
    throw new Error(`nothing may be left out under CI=true: ${missing.map(({ install }) => install).join('; ')}`);
  }
  return {
    include: [...LATER, ON_DATABASES, VARIANTS].map(patternOf),
    exclude: missing.flatMap(({ words }) => words.map(patternOf)),
  };
}
