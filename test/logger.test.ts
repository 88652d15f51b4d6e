import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CenterError, ModelError, StoreError } from '../src/index.ts';
import { createLog, describeCause } from '../src/logger.ts';
import { LOG_EVENTS } from './support/inner/log-events.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

test('console and winston get the message first, with the stable name among its fields', () => {
  const lines: unknown[][] = [];
  const log = createLog({ ...quiet, error: (...args: unknown[]) => void lines.push(args) });
  log('incident.raised', { incidentId: 'x-1' });
  expect(lines).toEqual([[LOG_EVENTS['incident.raised'].message, { event: 'incident.raised', incidentId: 'x-1' }]]);
});

test.each(['bindings', 'addStream'])('a logger with the method %s gets the fields first', (method) => {
  const lines: unknown[][] = [];
  const logger = { ...quiet, [method]: () => ({}), warn: (...args: unknown[]) => void lines.push(args) };
  createLog(logger)('center.recovered', { lastedMs: 5 });
  expect(lines).toEqual([[{ event: 'center.recovered', lastedMs: 5 }, LOG_EVENTS['center.recovered'].message]]);
});

test('a logger is called as a method, and may throw or reject', async () => {
  class Counting {
    count = 0;
    debug() {}
    info() {}
    warn() {
      this.count += 1;
      throw new Error('no disk');
    }
    async error() {
      this.count += 1;
      throw new Error('no disk');
    }
  }
  const logger = new Counting();
  const log = createLog(logger);
  log('center.recovered');
  log('center.failing');
  await new Promise((resolve) => setImmediate(resolve));
  expect(logger.count).toBe(2);
});

test('the cause is what code of the host threw, and nothing of a database or of a coded error', () => {
  const thrown = new RangeError('the ledger is closed');
  expect(describeCause(thrown)).toMatch(/^RangeError: the ledger is closed\n {4}at /);
  expect(describeCause(new ModelError('ERR_EXPRESSION_FAILED', 'failed', { cause: thrown }))).toBe(
    describeCause(thrown),
  );
  expect(describeCause(new Error('x'.repeat(9_000)))).toHaveLength(2_000);
  expect(describeCause('card declined')).toBe('not an Error: card declined');
  expect(describeCause({ code: 42, message: 'declined' })).toBe('not an Error: declined');
  for (const thrown of [null, 42, {}, '']) expect(describeCause(thrown)).toBe(`not an Error: ${typeof thrown}`);
  for (const error of [
    new StoreError('ERR_STORE_UNAVAILABLE', 'no', { cause: thrown }),
    new CenterError('ERR_TOKEN_REFUSED', 'no'),
    undefined,
  ])
    expect(describeCause(error)).toBeNull();
});

test('every line of the table is written somewhere', () => {
  const root = new URL('../src/', import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const code = files
    .filter((name) => name !== 'log-events.ts')
    .map((name) => readFileSync(new URL(name, root), 'utf8'))
    .join('\n');
  expect(Object.keys(LOG_EVENTS).filter((event) => !code.includes(`'${event}'`))).toEqual([]);
});
