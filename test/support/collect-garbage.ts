// After a test file, where files share a process: SQLite keeps a database until the collector has been at its
// statements, and the collector does not see how much memory that is.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll } from 'vitest';

/** A collection takes a third of a second, as long as ten small files: it must have something to collect. */
const GROWTH_BYTES = 300_000_000;

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const { rss } = process.memoryUsage;
/** This file runs anew before each test file. */
const shared = globalThis as { collectedToBytes?: number };
shared.collectedToBytes ??= rss();

afterAll(() => {
  const { collectedToBytes = 0 } = shared;
  if (rss() - collectedToBytes < GROWTH_BYTES) return;
  collect();
  shared.collectedToBytes = rss();
});
