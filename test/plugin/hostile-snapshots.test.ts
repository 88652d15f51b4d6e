/** Stored snapshots that were damaged: each is refused by the place that is wrong, and nothing else is thrown. */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StepError } from '../../src/plugin/index.ts';
import { readSnapshot, writeSnapshot } from '../../src/plugin/state/snapshot.ts';

const FOLDER = new URL('../fixtures/snapshots/', import.meta.url);

type Json = Record<string, unknown>;

/** The snapshot of a fixture, however its file holds it. */
function findSnapshot(value: unknown): Json | undefined {
  if (typeof value === 'string' && value.startsWith('{')) return findSnapshot(JSON.parse(value));
  if (typeof value !== 'object' || value === null) return undefined;
  if ('ledger' in value && 'net' in value) return value as Json;
  return Object.values(value)
    .map(findSnapshot)
    .find((found) => found !== undefined);
}

const SNAPSHOTS = readdirSync(FOLDER).map((name) => {
  const found = findSnapshot(JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')));
  if (found === undefined) throw new Error(`${name} holds no snapshot`);
  return [name, found] as const;
});
const [, ANY] = SNAPSHOTS.find(([name]) => name === 'purchase.json') ?? [];

function refusalOf(snapshot: unknown): unknown {
  try {
    return readSnapshot(typeof snapshot === 'string' ? snapshot : JSON.stringify(snapshot), 'i-1');
  } catch (error) {
    return error;
  }
}

/** A copy with another value at a path; undefined takes it away. */
function withAt(path: readonly string[], value: unknown): Json {
  const copy = structuredClone(ANY) as Json;
  const names = [...path];
  const last = names.pop() ?? '';
  const place = names.reduce<Json>((within, name) => within[name] as Json, copy);
  place[last] = value;
  return copy;
}

test.each(SNAPSHOTS)('%s is read, and read again as it was written', (_, snapshot) => {
  const read = readSnapshot(JSON.stringify(snapshot), 'i-1');
  expect(readSnapshot(writeSnapshot(read), 'i-1')).toEqual(read);
});

describe('what is wrong is named', () => {
  test.each([
    ['version', 2],
    ['version', '1'],
    ['instance', null],
    ['instance', []],
    ['instance.initiator', 7],
    ['instance.businessKey', undefined],
    ['variables', 'x'],
    ['variables', []],
    ['net', null],
    ['net.tokens', { 1: { scope: 7 } }, 'net.tokens.1.scope'],
    ['net.listeners', { '1/a': { kind: 'error' } }, 'net.listeners.1/a.kind'],
    ['ledger.taskCount', -1],
    ['ledger.taskCount', 1.5],
    ['ledger.taskCount', 2 ** 60],
    ['ledger.openTasks', []],
    ['ledger.openTasks', { a: null }, 'ledger.openTasks.a'],
    ['ledger.startReported', 'true'],
    ['ledger.lastHandledTaskId', undefined],
    ['ledger.handledBy', ['a', 7], 'ledger.handledBy.1'],
    ['ledger.tallies', { a: { instances: '1' } }, 'ledger.tallies.a.instances'],
  ])('%s: %j', (path, value, place = path) => {
    const refusal = refusalOf(withAt(path.split('.'), value));
    expect(refusal).toBeInstanceOf(StepError);
    expect(refusal).toMatchObject({
      code: 'ERR_SNAPSHOT_INVALID',
      message: expect.stringContaining(`(at ${place}`),
      details: { instanceId: 'i-1' },
    });
  });

  test.each(['', 'null', '[]', '"x"', '7', '{', '{}'])('the whole of %j', (text) => {
    expect(refusalOf(text)).toMatchObject({ code: 'ERR_SNAPSHOT_INVALID' });
  });
});

test('what the library does not know is left out, and __proto__ names nothing', () => {
  const text = JSON.stringify(withAt(['stranger'], 1)).replace(
    '"variables":{',
    '"variables":{"__proto__":{"isAdmin":true},',
  );
  const read = readSnapshot(text, 'i-1');
  expect(read).not.toHaveProperty('stranger');
  expect('isAdmin' in read.variables).toBe(false);
  expect(Object.hasOwn(read.variables, '__proto__')).toBe(false);
});

test('whatever stands in a place, it is read or refused', () => {
  const places = placesOf(ANY);
  expect(places.length).toBeGreaterThan(50);
  fc.assert(
    fc.property(fc.constantFrom(...places), fc.jsonValue(), (path, value) => {
      const outcome = refusalOf(withAt(path, value));
      if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'ERR_SNAPSHOT_INVALID' });
      else expect(outcome).toMatchObject({ instance: { instanceId: expect.any(String) } });
    }),
    { numRuns: 500 },
  );
});

/** The paths of all values. */
function placesOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const below = Object.entries(value).flatMap(([name, each]) => placesOf(each, [...path, name]));
  return path.length === 0 ? below : [path, ...below];
}
