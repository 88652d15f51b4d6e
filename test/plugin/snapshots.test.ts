/**
 * Snapshots that versions of the library wrote, each kept with its diagram and with what was told from it to the end.
 * A later version must recover them: they lie in the databases of those who upgrade while instances run.
 *
 * `UPDATE_SNAPSHOTS=1` writes the fixtures of recipes that have none. One that exists is never written again.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { StepError } from '../../src/plugin/index.ts';
import { prepareDiagram } from '../support/inner/model.ts';
import { compileXml } from '../support/inner/plugin.ts';
import { STARTED_AT } from './shapes/shape-driver.ts';
import type { SnapshotRecipe } from './snapshot-recipe.ts';
import { RECIPES } from './snapshot-recipes.ts';
import { recover, type Standing, startInstance, type ToldStep, tellStep } from './snapshot-story.ts';

interface SnapshotFixture {
  readonly about: string;
  /** The diagram as a deployment stored it. */
  readonly xml: string;
  readonly standing: Standing;
  /** What is told from there to the end. */
  readonly story: readonly ToldStep[];
}

const FOLDER = fileURLToPath(new URL('../fixtures/snapshots/', import.meta.url));

if (process.env.UPDATE_SNAPSHOTS === '1') {
  for (const recipe of RECIPES) {
    if (!existsSync(fileOf(FOLDER, recipe.name))) await writeFixture(FOLDER, recipe);
  }
}

const FIXTURES = readdirSync(FOLDER).map((file) => {
  const fixture = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as SnapshotFixture;
  return { name: file.replace(/\.json$/, ''), fixture };
});

function fileOf(folder: string, name: string): string {
  return join(folder, `${name}.json`);
}

/** @throws EEXIST where there is one: what an older version wrote cannot be had again */
async function writeFixture(folder: string, recipe: SnapshotRecipe): Promise<void> {
  const fixture = await record(recipe);
  await writeFile(fileOf(folder, recipe.name), `${JSON.stringify(fixture, null, 2)}\n`, { flag: 'wx' });
}

async function record({ about, xml, variables, before, after }: SnapshotRecipe): Promise<SnapshotFixture> {
  const { xml: prepared } = await prepareDiagram(xml, { calledProcesses: () => undefined });
  const definition = await compileXml(prepared, {});
  let { next: standing } = await startInstance(definition, variables ?? {}, STARTED_AT);
  for (const does of before) ({ next: standing } = await tellStep(definition, does, standing));
  const story: ToldStep[] = [];
  let at = standing;
  for (const does of after) {
    const { told, next } = await tellStep(definition, does, at);
    story.push(told);
    at = next;
  }
  if (at.snapshot !== null) throw new Error(`The story "${about}" does not lead to the end.`);
  return { about, xml: prepared, standing, story };
}

describe('an instance whose snapshot an earlier version wrote', () => {
  test('has one for every kind of thing that can stand half-way', () => {
    expect(FIXTURES.map(({ name }) => name)).toEqual(expect.arrayContaining(RECIPES.map(({ name }) => name)));
  });

  test.each(FIXTURES)('goes on to its end: $fixture.about', async ({ fixture }) => {
    const definition = await compileXml(fixture.xml, {});
    let at = fixture.standing;
    const played: ToldStep[] = [];
    for (const { does } of fixture.story) {
      const { told, next } = await tellStep(definition, does, at);
      played.push(told);
      at = next;
    }
    expect(played).toEqual(fixture.story);
    expect(at.snapshot).toBeNull();
    expect(played.at(-1)?.reports.at(-1)).toMatch(/ end$/);
  });

  test('is kept: a fixture that exists is not written again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'snapshots-'));
    try {
      const [recipe] = RECIPES;
      if (!recipe) throw new Error('no recipe');
      await writeFixture(folder, recipe);
      const before = readFileSync(fileOf(folder, recipe.name), 'utf8');
      await expect(writeFixture(folder, recipe)).rejects.toMatchObject({ code: 'EEXIST' });
      expect(readFileSync(fileOf(folder, recipe.name), 'utf8')).toBe(before);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('a snapshot that cannot be read', () => {
  const secret = 'salary of 4711';
  const good = (): Record<string, unknown> => {
    const text = FIXTURES[0]?.fixture.standing.snapshot ?? '';
    const snapshot = JSON.parse(text) as Record<string, unknown>;
    return { ...snapshot, variables: { ...(snapshot.variables as object), note: secret } };
  };
  const damaged: readonly (readonly [string, () => string])[] = [
    ['cut off', () => JSON.stringify(good()).slice(0, -20)],
    ['with a part missing', () => JSON.stringify({ ...good(), ledger: undefined })],
    ['with a part of the wrong form', () => JSON.stringify({ ...good(), ledger: secret })],
    ['without tokens', () => JSON.stringify({ ...good(), net: [secret] })],
    ['with an empty net', () => JSON.stringify({ ...good(), net: {} })],
    ['with a token that is nowhere', () => JSON.stringify(good()).replace('"scope":"1"', '"scope":"999"')],
    ['whose next id is taken', () => JSON.stringify(good()).replace(/"next":\d+/, '"next":2')],
    ['with a node that is not drawn', () => JSON.stringify(good()).replace('"node":"', '"node":"not-')],
    ['of a later version', () => JSON.stringify({ ...good(), version: 2 })],
    ['of no version', () => JSON.stringify({ ...good(), version: undefined })],
    ['that is no JSON', () => `PK\u0003\u0004 ${secret}`],
    ['that is other JSON', () => JSON.stringify([secret])],
    ['that is empty', () => ''],
  ];

  test.each(damaged)('%s is refused, naming the instance and nothing of its contents', async (_how, write) => {
    const xml = FIXTURES[0]?.fixture.xml ?? '';
    const error = await recover(await compileXml(xml, {}), write(), 'leave-17').catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(StepError);
    expect(error).toMatchObject({ code: 'ERR_SNAPSHOT_INVALID', details: { instanceId: 'leave-17' } });
    const { message, stack, cause } = error as StepError;
    expect(message).toContain('leave-17');
    expect(`${message} ${stack} ${String(cause)} ${JSON.stringify(error)}`).not.toContain(secret);
  });
});
