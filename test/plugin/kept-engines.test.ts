import { describe, expect, test } from 'vitest';
import { end, plainTask, processFile, start, userTask } from '../support/bpmn-xml.ts';
import { draw } from '../support/draw.ts';
import {
  type CompiledDefinition,
  compileXml,
  createKeptEngines,
  runStep,
  type Trigger,
} from '../support/inner/plugin.ts';
import { SETTINGS } from './shapes/shape-driver.ts';

const LINE = await compileXml(
  processFile([start(), userTask('a'), plainTask('b'), userTask('c'), end()], 'start > a > b > c > end'),
  {},
);
const FORK = await compileXml(
  draw({ tasks: 'a b c d', parallel: 'fork join', paths: 'start > a > fork > b > join; fork > c > join > d > end' }),
  {},
);

const STARTED: Trigger = {
  kind: 'start',
  instance: { instanceId: 'i', initiator: 'ann', initiatorName: null, businessKey: null, previousTaskId: null },
  variables: {},
};

function press({ model }: CompiledDefinition, number: number, nodeId: string): Trigger {
  const button = model.userTasks.get(nodeId)?.buttons[0];
  if (!button) throw new Error(`${nodeId} has no button`);
  return { kind: 'press', taskId: `i.${number}`, button, account: 'ann', opinions: null, pressedAt: 0, variables: {} };
}

/** Engines that count how often one was there. */
function countingEngines(maxNodes?: number) {
  const engines = createKeptEngines(maxNodes);
  const counts = { found: 0, asked: 0 };
  return {
    counts,
    keep: engines.keep,
    take: (...asked: Parameters<typeof engines.take>) => {
      const kept = engines.take(...asked);
      counts.asked += 1;
      if (kept) counts.found += 1;
      return kept;
    },
  };
}

const step = (
  definition: CompiledDefinition,
  snapshot: string | null,
  trigger: Trigger,
  engines: ReturnType<typeof countingEngines>,
  instanceId = 'i',
) => runStep(definition, { instanceId, snapshot }, trigger, { settings: SETTINGS, now: 0, engines });

describe('an engine that stays alive', () => {
  test('takes the next steps, also where they reach nodes that the first did not need', async () => {
    const engines = countingEngines();
    let last = await step(FORK, null, STARTED, engines);
    for (const [number, nodeId] of ['a', 'b', 'c', 'd'].entries()) {
      last = await step(FORK, last.snapshot, press(FORK, number + 1, nodeId), engines);
    }
    expect(last.changes.ended).toBe(true);
    expect(engines.counts).toEqual({ asked: 4, found: 4 });
  });

  test('is dropped when another step was stored, and the stored one counts', async () => {
    const engines = countingEngines();
    const { snapshot } = await step(LINE, null, STARTED, engines);
    // A step that was not committed, as after a lost race.
    await step(LINE, snapshot, press(LINE, 1, 'a'), engines);
    const again = await step(LINE, snapshot, press(LINE, 1, 'a'), engines);
    expect(engines.counts).toEqual({ asked: 2, found: 1 });
    expect(again.changes.created.map(({ nodeId }) => nodeId)).toEqual(['c']);
  });

  test('is dropped by a step that fails', async () => {
    const engines = countingEngines();
    const { snapshot } = await step(LINE, null, STARTED, engines);
    await expect(step(LINE, snapshot, press(LINE, 9, 'a'), engines)).rejects.toMatchObject({ code: 'ERR_STEP_FAILED' });
    const { changes } = await step(LINE, snapshot, press(LINE, 1, 'a'), engines);
    expect(changes.created.map(({ nodeId }) => nodeId)).toEqual(['c']);
    expect(engines.counts).toEqual({ asked: 2, found: 1 });
  });

  test('is not used for another version of its process', async () => {
    const engines = countingEngines();
    const { snapshot } = await step(LINE, null, STARTED, engines);
    const copy = { ...LINE };
    await step(copy, snapshot, press(copy, 1, 'a'), engines);
    expect(engines.counts).toEqual({ asked: 1, found: 0 });
  });

  test('makes room for others: the one that was used last stays', async () => {
    const engines = countingEngines(7);
    const first = await step(LINE, null, STARTED, engines, 'first');
    const second = await step(LINE, null, STARTED, engines, 'second');
    await step(LINE, second.snapshot, press(LINE, 1, 'a'), engines, 'second');
    expect(engines.counts).toEqual({ asked: 1, found: 1 });
    await step(LINE, first.snapshot, press(LINE, 1, 'a'), engines, 'first');
    expect(engines.counts).toEqual({ asked: 2, found: 1 });
  });
});
