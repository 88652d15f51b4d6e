/**
 * What bpmn-elements' `Definition` uses of a process beyond what bpmn-elements declares and documents: only the file with
 * `Process` relies on it. Another version that uses something else fails here first.
 */
import { expect, test } from 'vitest';
import { Process } from '../../../src/plugin/engine/index.ts';
import { boundary, callActivity, catchEvent, timer } from '../../support/bpmn-xml.ts';
import { draw, drawProcess } from '../../support/draw.ts';
import { signal } from '../../support/named-events.ts';
import { resume, run } from './process-driver.ts';

/** Members that the declarations of bpmn-elements 17.3.0 have. */
const DECLARED = new Set(
  `id type name parent behaviour broker environment context logger on once waitFor getApi stop resume isExecutable counters
   lanes extensions stopped isRunning executionId execution status activityStatus init run getState recover shake signal
   cancelActivity sendMessage getActivityById getActivities getStartActivities getSequenceFlows getLaneById
   getPostponed`.split(/\s+/),
);

test('members of a process, and of its broker', async () => {
  const members = new Set<string>();
  const used = new Set<string>();
  /** Notes what is asked of it. */
  const noting = <Target extends object>(
    target: Target,
    note: (name: string, args: readonly unknown[]) => void,
  ): Target =>
    new Proxy(target, {
      get(_, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof name === 'string') note(name, []);
        if (typeof value !== 'function') return name === 'broker' ? noting(value as object, noteBroker) : value;
        return (...args: unknown[]) => {
          note(String(name), args);
          return value.apply(target, args);
        };
      },
    });
  const noteBroker = (name: string, args: readonly unknown[]) => {
    if (/^(subscribeTmp|bindQueue|publish)$/.test(name) && args.length > 0) {
      const [exchange, key] = name === 'bindQueue' ? args.slice(1) : args;
      used.add(`${name} ${exchange} ${String(key).replace(/\.[^.]*_.*$/, '.<executionId>')}`);
    }
  };
  function NotedProcess(...args: ConstructorParameters<typeof Process>) {
    const process = new Process(...args);
    // Where the published process waits for what the definition passes on.
    expect(process.broker.getQueue('api-q')).toBeDefined();
    return noting(process, (name) => members.add(name));
  }
  const options = { elements: { Process: NotedProcess as never } };
  const source = draw(
    {
      tasks: 'A B',
      others: [callActivity('call', 'called'), boundary('late', 'A', timer('P1D')), catchEvent('c', signal('s1'))],
      paths: 'start > A > call > c > B > end; late > end2',
    },
    drawProcess({ id: 'called', tasks: 'C', paths: 'start3 > C > end3' }, { isExecutable: false }),
  );
  const first = await run(source, () => {}, options);
  first.signal({ id: 'A' });
  const execution = await resume(first.getState(), () => {}, options);
  execution.signal({ id: 'C' });
  execution.signal({ id: 'signal-s1' });
  execution.getActivityById('B');
  execution.signal({ id: 'B' });
  expect(execution.state).toBe('idle');

  expect([...members].filter((name) => !DECLARED.has(name))).toEqual([]);
  expect([...used].toSorted()).toEqual([
    'bindQueue event activity.message',
    'bindQueue event activity.signal',
    'publish api definition.signal.<executionId>',
    'subscribeTmp event #',
    'subscribeTmp event activity.call',
    'subscribeTmp event activity.call.cancel',
    'subscribeTmp message message.outbound',
  ]);
});
