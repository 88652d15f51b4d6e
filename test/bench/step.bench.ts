/**
 * What a step costs, as a ratio to the same process on bpmn-engine alone: `npm run bench`. The process: apply, fork,
 * legal beside finance, join, sign, exclusive gateway, end; five presses an instance.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Engine } from 'bpmn-engine';
import { afterAll, bench, describe } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { startCompiled } from '../plugin/scenario.ts';
import { end, exclusive, parallel, processFile, start, userTask } from '../support/bpmn-xml.ts';
import {
  createDefinitions,
  createGuard,
  createInstanceSteps,
  createStandIns,
  createStarts,
} from '../support/inner/bridge.ts';
import { compileXml } from '../support/inner/plugin.ts';
import { EN } from '../support/inner/texts.ts';

const PRESSES = ['apply', 'legal', 'finance', 'sign'] as const;
const xml = processFile(
  [
    start(),
    userTask('apply'),
    parallel('fork'),
    userTask('legal'),
    userTask('finance'),
    parallel('join'),
    userTask('sign'),
    exclusive('ok'),
    end('yes'),
    end('no'),
  ],
  'start > apply > fork > legal > join; fork > finance > join > sign > ok; ok >[${approved}] yes; ok >[${!approved}] no',
);

const silent = () => ({ debug() {}, warn() {}, error() {} });
const definition = await compileXml(xml, {});

/** The engine as its README shows it, in memory, with the source parsed for every instance. */
async function runPlainEngine(): Promise<void> {
  const expressions = {
    resolveExpression: (text: string) => text === '${approved}',
    isExpression: () => true,
    hasExpression: () => true,
  };
  const options = { name: 'plain', source: xml, Logger: silent, expressions };
  const engine = new Engine(options as ConstructorParameters<typeof Engine>[0]);
  const execution = await engine.execute();
  for (const press of PRESSES) execution.signal({ id: press });
  if (engine.state !== 'idle') throw new Error('not ended');
}

/** A snapshot is read and written at every step, as the bridge does, but nothing is stored. */
async function runSteps(): Promise<void> {
  const run = await startCompiled(definition);
  for (const press of PRESSES) await run.press(press, press === 'sign' ? 'yes' : undefined);
  if (!run.ended) throw new Error('not ended');
}

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
const store = await openStore(`sqlite:${join(folder, 'bench.db')}`);
const definitions = createDefinitions(
  store,
  {},
  {
    services: new Set(),
    scripts: false,
    circulation: true,
    starts: { timeZone: 'UTC', functions: new Map() },
    systemHandler: 'system',
    messageTypes: {},
    identity: 'trust-center',
  },
);
const settings = {
  appId: 'app',
  timeZone: 'UTC',
  actionUrl: (taskId: string, key: string) => `https://service.test/${taskId}/${key}`,
  taskDefaults: { urls: {} },
  bothMobileSpellings: false,
  systemName: 'System',
  texts: EN,
  translate: (text: string) => text,
  reportGone: true,
  standInFor: () => undefined,
  reportHoldMs: 10_000,
  signingKeyId: 'k1',
  messageTypes: {},
  identity: 'trust-center' as const,
};
const logger = { warn: () => {}, error: () => {} };
const steps = createInstanceSteps({
  ...{ store, definitions, settings, logger },
  standIns: createStandIns('trust-center', undefined),
  clock: Date.now,
  onCommitted: () => {},
  emit: Object.assign(() => {}, { hasListener: () => false }),
  guard: createGuard(logger),
});
const { start: startInstance } = createStarts({
  ...{ store, steps, systemHandler: 'system', clock: Date.now },
  nameOf: async () => undefined,
  refuseWhenFull: async () => {},
});
await definitions.deploy(xml, Date.now());

/** Every step committed to a SQLite file with fsync. */
async function runStored(): Promise<void> {
  const { instanceId } = await startInstance('process');
  for (const press of PRESSES) {
    const [task] = (await store.listTasks({ instanceId, state: 'IN_PROGRESS' })).filter(
      ({ nodeId }) => nodeId === press,
    );
    const button = definition.model.userTasks.get(press)?.buttons[0];
    if (!task || !button) throw new Error(`no task ${press}`);
    await steps.apply(instanceId, async () => ({
      trigger: {
        kind: 'press',
        taskId: task.taskId,
        button,
        account: press,
        opinions: null,
        pressedAt: 0,
        variables: {},
      },
    }));
  }
  if ((await store.getInstance(instanceId))?.status !== 'ended') throw new Error('not ended');
}

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

describe('one instance of five steps', () => {
  bench('bpmn-engine alone, in memory (baseline)', runPlainEngine);
  bench('steps: snapshot read and written each time', runSteps);
  bench('bridge: each step committed to SQLite with fsync', runStored);
});
