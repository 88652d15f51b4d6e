import { afterEach, describe, expect, it } from 'vitest';
import type { ServiceJob, StartOptions } from '../../../src/index.ts';
import {
  boundary,
  callActivity,
  end,
  error,
  exclusive,
  multiInstance,
  type NodeOptions,
  processFile,
  root,
  serviceTask,
  start,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createDatabaseFile } from '../database-file.ts';
import { createWorld, type World } from '../world.ts';

/** Bo approves or not; the button sets `approved`. */
const REVIEW = processFile(
  [start(), userTask('review', { assignee: '${reviewer}' }), exclusive('g'), end('yes'), end('no')],
  'start > review > g; g >"Approve"[${approved}] yes; g >"Reject"[${!approved}] no',
  { id: 'review-process' },
);

/** Anna decides, then the call, then the way that her decision says. */
const caller = (call: NodeOptions, calledElement = 'review-process') =>
  draw({
    id: 'caller',
    people: { decide: 'anna', pay: 'anna', refuse: 'anna' },
    exclusive: 'first second',
    others: [callActivity('call', calledElement, call)],
    paths: [
      'start > decide > first; first >"Approve"[${approved}] call; first >"Reject"[${!approved}] end',
      'call > second; second >[${approved}] pay > end; second >* refuse > end',
    ],
  });

const WHEN_READY = '<conditionalEventDefinition><condition>${isReady}</condition></conditionalEventDefinition>';

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

async function begin(variables: NonNullable<StartOptions['variables']> = {}) {
  const { instanceId } = await world.bridge.start('caller', { initiator: 'anna', variables });
  await world.bridge.idle();
  return instanceId;
}

describe('a called process with variables of its own', () => {
  it.each(['review-process', '${which}'])('changes no decision of its caller by what it sets: %s', async (target) => {
    world = await createWorld();
    const call = { extensions: '<camunda:in source="boss" target="reviewer"/>' };
    const { deployments } = await world.bridge.deploy([REVIEW, caller(call, target)]);
    expect(deployments.flatMap(({ problems }) => problems)).toEqual([]);
    const instanceId = await begin({ boss: 'bo', which: 'review-process' });
    const review = target === 'review-process' ? 'call.review' : 'call.review-process.review';
    await world.press('anna', 'decide', 'Approve');
    await world.press('bo', review, 'Reject');
    expect(world.pending()).toEqual(['anna:pay']);
    await world.press('anna', 'pay');
    expect(world.reports()).toEqual(['start next decide', `decide next ${review}`, `${review} next pay`, 'pay end']);
    expect((await world.bridge.instances.get(instanceId))?.status).toBe('ended');
  });

  it('gives back what its call says, and to services nothing else than it has', async () => {
    const seen: unknown[] = [];
    const services = {
      rate: ({ variables }: ServiceJob) => {
        seen.push(variables);
        return { score: 7, approved: false };
      },
    };
    world = await createWorld({ bridge: { services, defaults: { systemHandler: 'robot' } } });
    const rating = processFile(
      [start(), serviceTask('rate', { service: 'rate' }), userTask('look', { assignee: '${boss}' }), end()],
      'start > rate > look > end',
      { id: 'rating' },
    );
    const parameters = '<camunda:in variables="all"/><camunda:out source="score" target="rating"/>';
    const main = caller({ extensions: parameters }, 'rating').replaceAll('anna', '${who[rating]}');
    const { deployments } = await world.bridge.deploy([rating, main]);
    expect(deployments.flatMap(({ problems }) => problems)).toEqual([]);
    await begin({ boss: 'bo', rating: 0, who: { 0: 'anna', 7: 'chen' } });
    await world.press('anna', 'decide', 'Approve');
    expect(seen).toMatchObject([{ approved: true, boss: 'bo', rating: 0, initiator: 'anna' }]);
    await world.press('bo', 'call.look');
    expect(world.pending()).toEqual(['chen:pay']);
    await world.press('chen', 'pay');
    expect(world.reports().at(-1)).toBe('pay end');
  });

  it('has each iteration of a multi-instance call for itself, over a restart too', async () => {
    using file = createDatabaseFile();
    world = await createWorld({ bridge: { store: file.store } });
    const call = {
      extensions: '<camunda:in source="person" target="reviewer"/>',
      content: multiInstance({ collection: '${people}', elementVariable: 'person' }),
    };
    await world.bridge.deploy([REVIEW, caller(call)]);
    await begin({ people: ['bo', 'chen'] });
    await world.press('anna', 'decide', 'Approve');
    await world.reopen();
    expect(world.pending().toSorted()).toEqual(['bo:call.review', 'chen:call.review']);
    await world.press('chen', 'call.review', 'Reject');
    await world.press('bo', 'call.review', 'Approve');
    expect(world.pending()).toEqual(['anna:pay']);
    await world.press('anna', 'pay');
    expect(world.reports().at(-1)).toBe('pay end');
  });

  it('passes back in Camunda 7 also where an error leaves it, and is set from outside by its call', async () => {
    world = await createWorld();
    const failing = processFile(
      [
        start(),
        userTask('try', { assignee: '${person}' }),
        userTask('again', { assignee: '${deputy}' }),
        end('failed', { content: error('E') }),
      ],
      'start > try > again > failed',
      { id: 'failing', roots: root('error', 'E', { errorCode: 'E1' }) },
    );
    const main = draw({
      id: 'caller',
      people: { after: '${boss}' },
      others: [
        callActivity('call', 'failing', {
          extensions: '<camunda:in source="boss" target="person"/><camunda:out source="deputy" target="boss"/>',
        }),
        boundary('caught', 'call', error()),
      ],
      paths: 'start > call > end; caught > after > end',
    });
    await world.bridge.deploy([failing, main]);
    const instanceId = await begin({ boss: 'bo' });
    expect(await world.bridge.setVariables(instanceId, { deputy: 'emil' })).toMatchObject({ kind: 'applied' });
    expect(await world.bridge.setVariables(instanceId, { deputy: 'chen' }, { callId: 'call' })).toMatchObject({
      kind: 'applied',
    });
    expect(await world.bridge.setVariables(instanceId, {}, { callId: 'other' })).toMatchObject({ kind: 'unknown' });
    await world.press('bo', 'call.try');
    await world.press('chen', 'call.again');
    expect(world.pending()).toEqual(['chen:after']);
    await world.press('chen', 'after');
    expect(world.reports()).toEqual([
      'start next call.try',
      'call.try next call.again',
      'call.again next after',
      'after end',
    ]);
  });

  it('says how to pass a variable that it lacks, and how to set it while it runs', async () => {
    world = await createWorld();
    const asking = draw({
      id: 'asking',
      people: { ask: 'bo' },
      others: [userTask('then', { assignee: '${reviewer}' })],
      paths: 'start > ask > then > end',
    });
    await world.bridge.deploy([asking, caller({ extensions: '<camunda:in source="x" target="y"/>' }, 'asking')]);
    const instanceId = await begin({ reviewer: 'chen' });
    await world.press('anna', 'decide', 'Approve');
    const taskId = world.taskOf('bo', 'call.ask');
    expect(await world.bridge.press(taskId, { account: 'bo' })).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining(
        'Pass it in the call activity call, whose process has variables of its own; while that runs, setVariables sets them with the callId call, and try again',
      ),
    });
    await world.bridge.setVariables(instanceId, { reviewer: 'chen' }, { callId: 'call' });
    expect(await world.press('bo', 'call.ask')).toBe(0);
    expect(world.pending()).toEqual(['chen:call.then']);
  });

  it('is heard by the conditions that are in it alone', async () => {
    world = await createWorld();
    const watching = draw({
      id: 'watching',
      people: { work: 'bo' },
      others: [userTask('then', { assignee: 'bo' }), boundary('ready', 'work', WHEN_READY)],
      paths: 'start > work > end; ready > then > end',
    });
    await world.bridge.deploy([watching, caller({ extensions: '<camunda:in source="x" target="y"/>' }, 'watching')]);
    const instanceId = await begin();
    await world.press('anna', 'decide', 'Approve');
    await world.bridge.setVariables(instanceId, { isReady: true });
    expect(world.pending()).toEqual(['bo:call.work']);
    await world.bridge.setVariables(instanceId, { isReady: true }, { callId: 'call' });
    await world.bridge.idle();
    expect(world.pending()).toEqual(['bo:call.then']);
    await world.press('bo', 'call.then');
    await world.press('anna', 'pay');
    expect(world.reports().at(-1)).toBe('pay end');
  });

  it('is given everything by Camunda 8, and gives everything back, unless it is told not to', async () => {
    world = await createWorld();
    const zeebe = (attributes: string) => ({
      extensions: `<zeebe:calledElement processId="review-process" ${attributes}/>`,
    });
    await world.bridge.deploy([REVIEW, caller(zeebe(''), undefined)]);
    await begin({ reviewer: 'bo' });
    await world.press('anna', 'decide', 'Approve');
    await world.press('bo', 'call.review', 'Reject');
    expect(world.pending()).toEqual(['anna:refuse']);
    await world.press('anna', 'refuse');
    await world.bridge.deploy([REVIEW, caller(zeebe('propagateAllChildVariables="false"'), undefined)]);
    await begin({ reviewer: 'bo' });
    await world.press('anna', 'decide', 'Approve');
    await world.press('bo', 'call.review', 'Reject');
    expect(world.pending()).toEqual(['anna:pay']);
  });
});
