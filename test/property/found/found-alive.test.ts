/** What random processes found of an engine that stays alive, reduced to the smallest diagram. */
import { describe, expect, test } from 'vitest';
import { BpmnError } from '../../../src/index.ts';
import {
  bareTask,
  boundary,
  catchEvent,
  element,
  end,
  error,
  exclusive,
  lane,
  message,
  processFile,
  root,
  serviceTask,
  start,
  subProcess,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { recoverFrom, startHost } from '../../support/live-host.ts';
import { createTimers } from '../subjects/captured-timers.ts';

describe('one live engine does as one that is recovered', () => {
  test('an error of a service goes to what catches it', async () => {
    const xml = processFile(
      [start(), serviceTask('pay'), boundary('refused', 'pay', error('e')), userTask('z'), userTask('w'), end()],
      'start > pay > z > end; refused > w > end',
      { roots: root('error', 'e', { errorCode: 'NO_MONEY' }) },
    );
    const pay = () => {
      throw new BpmnError('NO_MONEY');
    };
    expect((await startHost(xml, {}, { services: { pay } })).open).toBe('w');
  });

  test('a condition in an iteration of a sub-process knows its element', async () => {
    const part = subProcess(
      'part',
      [start('s'), exclusive('g'), userTask('a'), userTask('b'), end('e')],
      's > g; g >[${who == "amy"}] a > e; g >* b > e',
      { multiInstance: { collection: '${people}', elementVariable: 'who', sequential: true } },
    );
    const xml = processFile([start(), userTask('t'), part, end()], 'start > t > part > end');
    const run = await startHost(xml, { people: ['bob', 'amy'] });
    await run.press('t');
    expect(run.open).toBe('b');
    await run.press('b');
    expect(run.open).toBe('a');
  });

  test('a timer that ends a task is reported for it', async () => {
    let now = 0;
    const xml = processFile(
      [start(), userTask('t'), boundary('late', 't', timer('PT0.02S')), userTask('w'), end()],
      'start > t > end; late > w > end',
    );
    const run = await startHost(xml, {}, { clock: () => now });
    now += 20;
    await expect.poll(() => run.open).toBe('w');
    expect(run.told()).toEqual(['start next t', 't next w']);
  });

  test('a message goes to the first iteration that waits, whichever began to wait first', async () => {
    const part = subProcess(
      'part',
      [
        start('s'),
        userTask('t', { assignee: '${who}' }),
        catchEvent('w', message('m')),
        userTask('z', { assignee: '${who}' }),
        end('e'),
      ],
      's > t > w > z > e',
      { multiInstance: { collection: '${people}', elementVariable: 'who' } },
    );
    const roots = root('message', 'm', { name: 'paid' });
    const run = await startHost(processFile([start(), part, end()], 'start > part > end', { roots }), {
      people: ['amy', 'bob'],
    });
    await run.press('t', 1);
    await run.press('t', 0);
    run.plugin.deliver({ kind: 'message', name: 'paid' });
    expect(run.plugin.openTasks.map(({ handlers }) => handlers)).toEqual([['amy']]);
  });

  test('a process that only a message starts begins there, as the host has executed it', async () => {
    const begin = start('begin', { content: message('m') });
    const xml = processFile([begin, userTask('t'), end()], 'begin > t > end', {
      roots: root('message', 'm', { name: 'ordered' }),
    });
    const run = await startHost(xml);
    expect(run.open).toBe('t');
    expect(run.told()).toEqual(['start next t']);
  });

  test('a task of a group that an event ends is reported in the name of who stands in for it', async () => {
    const before = element('laneSet', { id: 'lanes' }, lane('sales', ['t']));
    const xml = processFile(
      [start(), bareTask('t'), boundary('stop', 't', message('m')), userTask('w'), end()],
      'start > t > end; stop > w > end',
      { before, roots: root('message', 'm', { name: 'stop' }) },
    );
    const handlers: string[] = [];
    const run = await startHost(
      xml,
      {},
      {
        defaults: { systemHandler: 'operator' },
        onReports: (items) => handlers.push(...items.map(({ handler }) => handler)),
      },
    );
    run.plugin.deliver({ kind: 'message', name: 'stop' });
    expect(run.open).toBe('w');
    expect(handlers).toEqual(['ann', 'operator']);
  });

  test('an engine that is resumed late tells first what was held back too long, then what its timer leads to', async () => {
    const clock = { now: 0 };
    const timers = createTimers(clock);
    const xml = processFile([start(), userTask('t'), catchEvent('w', timer('PT10S')), end()], 'start > t > w > end');
    const options = { clock: () => clock.now, systemTasks: true, defaults: { systemHandler: 'operator' } };
    await timers.capture(async () => {
      const run = await startHost(xml, {}, options);
      await run.press('t');
      expect(run.told()).toEqual(['start next t']);
      clock.now += 10_000;
      const again = await recoverFrom(run, xml, options);
      expect(again.said()).toEqual(['order-1.1 next w=order-1.2']);
      timers.fireDue();
      expect(again.said()).toEqual(['order-1.2 end']);
    });
  });

  test('an engine that its host has stopped is left alone: nothing is set off later, and what it waited for is kept', async () => {
    const clock = { now: 0 };
    const timers = createTimers(clock);
    const xml = processFile(
      [start(), userTask('t'), boundary('late', 't', timer('PT1H')), end(), end('over')],
      'start > t > end; late > over',
    );
    await timers.capture(async () => {
      const run = await startHost(xml, {}, { clock: () => clock.now });
      const stored = run.plugin.snapshot();
      expect(timers.dueAt).toBe(3_600_000);
      clock.now += 1000;
      await run.stop();
      expect(timers.dueAt).toBeNull();
      expect(run.plugin.snapshot()).toBe(stored);
      expect(() => run.plugin.deliver({ kind: 'message', name: 'm' })).toThrow('execute or recover its engine');
    });
  });
});
