import { afterEach, describe, expect, it } from 'vitest';
import type { ScriptFunction, ServiceJob } from '../../../src/index.ts';
import {
  catchEvent,
  conditional,
  end,
  exclusive,
  extensionElements,
  processFile,
  scriptTask,
  serviceTask,
  start,
  subProcess,
  userTask,
} from '../../support/bpmn-xml.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

const multiInstance = { collection: 'people', elementVariable: 'who', sequential: true };
const scripted = { attributes: { 'camunda:resultVariable': 'r' } };

/** A service, a script, a condition of a flow and of an event, inside a multi-instance sub-process. */
const INSIDE = processFile(
  [
    start(),
    subProcess(
      'each',
      [
        start('s'),
        exclusive('which'),
        serviceTask('mail'),
        scriptTask('compute', 'a script', scripted),
        catchEvent('wait', conditional('a condition', { language: 'groovy' })),
        end('e'),
      ],
      's > which; which >[a flow] mail > compute > wait > e; which >* e',
      { multiInstance },
    ),
    end(),
  ],
  'start > each > end',
  { id: 'inside' },
).replaceAll('<conditionExpression ', '<conditionExpression language="groovy" ');

/** A service that is a multi-instance itself. */
const ITSELF = processFile([start(), serviceTask('mail', { multiInstance }), end()], 'start > mail > end', {
  id: 'itself',
});

/** Who was called about which element, in order. */
async function run(xml: string): Promise<readonly string[]> {
  const seen: string[] = [];
  const note = ({ nodeId, variables: { who, loopCounter, nrOfInstances } }: ServiceJob) => {
    seen.push(`${nodeId}: ${String(who)} ${String(loopCounter)} of ${String(nrOfInstances)}`);
    return true;
  };
  const scripts: ScriptFunction = note;
  world = await createWorld({
    bridge: { scripts, services: { mail: (job) => void note(job) }, jobs: { maxAttempts: 1 } },
  });
  const { processId } = await world.bridge.deploy(xml);
  await world.bridge.start(processId, { initiator: 'anna', variables: { people: ['bo', 'chen'] } });
  await world.bridge.idle();
  return seen;
}

describe('job.variables in a multi-instance', () => {
  it('has the element and the counters for whatever is called in its sub-process', async () => {
    expect(await run(INSIDE)).toEqual(
      ['bo 0', 'chen 1'].flatMap((who) => ['which', 'mail', 'compute', 'wait'].map((id) => `${id}: ${who} of 2`)),
    );
  });

  it('has them for a service that is one itself', async () => {
    expect(await run(ITSELF)).toEqual(['mail: bo 0 of 2', 'mail: chen 1 of 2']);
  });
});

describe('an output element', () => {
  const collecting = (outputElement: string) => {
    const loop = `<zeebe:loopCharacteristics inputCollection="=list" inputElement="value" outputCollection="list" outputElement="=${outputElement}"/>`;
    const content = `<multiInstanceLoopCharacteristics>${extensionElements(loop)}</multiInstanceLoopCharacteristics>`;
    const sign = userTask('sign', { assignee: '=value', content });
    return processFile([start(), sign, userTask('see', { assignee: 'dara' }), end()], 'start > sign > see > end');
  };

  it.each([
    ['value', ['anna', 'bo']],
    ['loopCounter', [1, 2]],
    ['other', [null, null]],
  ])('that is %s collects it for each instance', async (outputElement, collected) => {
    world = await createWorld();
    const { processId } = await world.bridge.deploy(collecting(outputElement));
    const variables = { list: ['anna', 'bo'], other: 1 };
    const { instanceId } = await world.bridge.start(processId, { initiator: 'anna', variables });
    await world.bridge.idle();
    await world.press('bo', 'sign');
    await world.press('anna', 'sign');
    expect(await world.bridge.instances.variables(instanceId)).toMatchObject({ list: collected });
  });
});
