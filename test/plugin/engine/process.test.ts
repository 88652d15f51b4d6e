/** bpmn-engine's documented API, with processes on the net. */
import { Activity } from 'bpmn-elements';
import { describe, expect, test } from 'vitest';
import {
  boundary,
  callActivity,
  element,
  multiInstance,
  plainTask,
  scriptTask,
  throwEvent,
  timer,
} from '../../support/bpmn-xml.ts';
import { draw, drawProcess, onEvent, part } from '../../support/draw.ts';
import { endWith, error, escalation } from '../../support/named-events.ts';
import { type Execution, type Heard, resume, run, type State, waiting } from './process-driver.ts';

test('a listener signals, and all is told in the order of bpmn-engine', async () => {
  const heard: string[] = [];
  const execution = await run(draw({ tasks: 'A B', paths: 'start > A > B > end' }), (event, api) => {
    if (/^(activity|flow|process)/.test(event)) heard.push(`${event} ${api.id}`);
    if (event === 'activity.wait' && api.id === 'A') api.signal();
  });
  expect(waiting(execution)).toBe('B');
  expect(heard.slice(3)).toEqual([
    ...['activity.enter start', 'activity.start start', 'activity.end start', 'flow.take start-A'],
    ...['activity.enter A', 'activity.start A', 'activity.wait A', 'activity.leave start'],
    ...[
      'activity.end A',
      'flow.take A-B',
      'activity.enter B',
      'activity.start B',
      'activity.wait B',
      'activity.leave A',
    ],
  ]);
  execution.signal({ id: 'B' });
  expect(execution.state).toBe('idle');
});

test('a signal in a listener is a move of its own, after rest', async () => {
  const seen: string[] = [];
  const execution = await run(
    draw({ tasks: 'A B C', parallel: 'f', paths: 'start > f > A > end; f > B > end2; A > C' }),
    (event, api) => {
      if (event !== 'activity.wait') return;
      seen.push(api.id);
      if (api.id === 'A') api.signal();
    },
  );
  // B waits before A goes on.
  expect(seen).toEqual(['A', 'B', 'C']);
  expect(waiting(execution)).toBe('B C');
});

/** All that waits, with what is inside of it. */
function allWaiting(execution: Execution): readonly Heard[] {
  const inside = (api: Heard): readonly Heard[] => {
    const within = [...api.getExecuting(), ...api.getPostponed()].filter(
      (each) => each.executionId !== api.executionId,
    );
    return [api, ...within.flatMap(inside)];
  };
  return (execution.getPostponed() as unknown as readonly Heard[]).flatMap(inside);
}

const idsOf = (apis: readonly Heard[]) => apis.map(({ id }) => id).toSorted();

/** Completes what waits until nothing does. */
function completeAll(execution: Execution): void {
  for (let round = 0; round < 10; round += 1)
    for (const api of allWaiting(execution)) if (api.type === 'bpmn:UserTask') api.signal({ round });
}

const twice = { content: multiInstance({ cardinality: 2 }) } as never;
const inline = scriptTask('s', 'next(null, 1)', { format: 'javascript' });

describe('the state that any listener takes has all that is left to do', () => {
  test.each([
    [
      'branches, a script and a timer',
      draw({
        tasks: 'A B',
        others: [plainTask('x'), inline, boundary('late', 'A', timer('P1D'))],
        parallel: 'f j',
        paths: 'start > f; f > x > A > j; f > s > B > j; j > end; late > end2',
      }),
    ],
    [
      'sub-processes, each with an error',
      draw({
        tasks: 'W',
        others: [
          part(
            'S',
            { tasks: 'A', others: [inline, endWith('end1', error('E1'))], paths: 'start1 > s > A > end1' },
            twice,
          ),
          boundary('b', 'S', error('E1')),
        ],
        paths: 'start > S > end; b > W > end2',
      }),
    ],
    [
      'a call',
      draw(
        { tasks: 'B', others: [callActivity('call', 'called')], paths: 'start > call > B > end' },
        drawProcess({ id: 'called', tasks: 'C', paths: 'start3 > C > end3' }, { isExecutable: false }),
      ),
    ],
    [
      'what is thrown',
      draw({
        tasks: 'A',
        parallel: 'f',
        others: [
          throwEvent('t', escalation('S1')),
          onEvent('E', escalation('S1'), { tasks: 'U', paths: 'E-start > U > Ee' }),
        ],
        paths: 'start > f > A > end; f > t > end2',
      }),
    ],
    [
      'inclusive gateways',
      draw({ tasks: 'A B C', inclusive: 'i j', paths: 'start > i; i >[${true}] A > j; i > B > j > C > end' }),
    ],
  ])('%s', async (_, source) => {
    const states: { readonly at: string; readonly state: State }[] = [];
    const first = await run(source, (event, api, execution) => {
      if (/^(activity|flow)\./.test(event)) states.push({ at: `${event} ${api.id}`, state: execution.getState() });
    });
    const waited = idsOf(allWaiting(first));
    const whenAtRest = states.length;
    completeAll(first);
    expect(first.state).toBe('idle');
    for (const [index, { at, state }] of states.entries()) {
      const execution = await resume(state);
      if (index < whenAtRest) expect([at, ...idsOf(allWaiting(execution))]).toEqual([at, ...waited]);
      completeAll(execution);
      expect([at, execution.state]).toEqual([at, 'idle']);
    }
  });
});

test('two tokens in one task are two tasks, also after a recovery', async () => {
  const twice = draw({ tasks: 'A', parallel: 'f', exclusive: 'm', paths: 'start > f > m; f > m; m > A > end' });
  const before: string[] = [];
  const first = await run(twice, (event, { executionId }) => event === 'activity.wait' && before.push(executionId));
  const apis: Heard[] = [];
  const execution = await resume(first.getState(), (event, api) => event === 'activity.wait' && apis.push(api));
  expect(apis.map(({ executionId }) => executionId)).toEqual(before);
  expect(new Set(before).size).toBe(2);
  apis[1]?.signal();
  expect(execution.getPostponed().map(({ executionId }) => executionId)).toEqual([before[0]]);
  execution.signal({ executionId: before[0] ?? '' });
  expect(execution.state).toBe('idle');
});

test('an element of the host runs by itself, and says where its token goes on', async () => {
  function Decision(this: unknown, element: never, context: never) {
    return new Activity(DecisionBehaviour as never, element, context);
  }
  function DecisionBehaviour(
    this: { execute: unknown },
    { broker }: { broker: { publish: (...args: unknown[]) => void; subscribeOnce: (...args: unknown[]) => void } },
  ) {
    this.execute = ({ content }: { content: { executionId: string } }) => {
      broker.subscribeOnce(
        'api',
        `activity.signal.${content.executionId}`,
        (_: string, message: { content: { message: string } }) =>
          broker.publish('execution', 'execute.completed', {
            ...content,
            outbound: ['A', 'B'].map((id) => ({
              id: `d-${id}`,
              action: id === message.content.message ? 'take' : 'discard',
            })),
          }),
      );
      broker.publish('event', 'activity.wait', { ...content });
    };
  }
  const source = draw({ tasks: 'A B', exclusive: 'd', paths: 'start > d; d > A > end; d > B > end2' });
  const options = { elements: { ExclusiveGateway: Decision as never } };
  const first = await run(source, () => {}, options);
  expect(waiting(first)).toBe('d');
  const execution = await resume(first.getState(), () => {}, options);
  (execution.getPostponed()[0] as unknown as Heard).signal('B');
  expect(waiting(execution)).toBe('B');
});

test('an event sub-process waits with its scope, and its timer runs', async () => {
  const heard: string[] = [];
  const done = new Promise<string>((resolve) => {
    const event = onEvent('E', timer('PT0.01S'), { tasks: 'U', paths: 'E-start > U > Ee' });
    void run(draw({ tasks: 'A', others: [event], paths: 'start > A > end' }), (name, api, execution) => {
      if (/timer|timeout|wait$/.test(name) && name !== 'wait') heard.push(`${name} ${api.id}`);
      if (name === 'activity.wait' && api.id === 'U') resolve(waiting(execution));
    });
  });
  expect(await done).toBe('E');
  expect(heard).toEqual(['activity.timer E-start', 'activity.wait A', 'activity.timeout E-start', 'activity.wait U']);
});

test('what bpmn-elements has and the net has not is refused, by its name', async () => {
  const compensation = throwEvent('c', element('compensateEventDefinition', {}));
  const refused = run(draw({ others: [compensation], paths: 'start > c > end' }));
  await expect(refused).rejects.toThrow('bpmn:CompensateEventDefinition is not supported');
});
