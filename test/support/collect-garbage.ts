// After each test file, where files share a process: SQLite keeps a database until the collector has been at its
// statements, and the collector does not see how much memory that is.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll } from 'vitest';

const ENOUGH_BYTES = 500_000_000;

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

afterAll(() => {
  if (process.memoryUsage.rss() > ENOUGH_BYTES) collect();
});
