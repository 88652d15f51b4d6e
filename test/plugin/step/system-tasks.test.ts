import { describe, expect, test } from 'vitest';
import {
  type BpmnNode,
  catchEvent,
  end,
  exclusive,
  parallel,
  processFile,
  serviceTask,
  start,
  terminate,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { compileXml } from '../../support/inner/plugin.ts';
import { type Scenario, startScenario } from '../scenario.ts';

const run = (nodes: readonly BpmnNode[], flows: string): Promise<Scenario> =>
  startScenario(processFile([start(), ...nodes, end()], flows), {}, { systemTaskHandler: 'system' });

const HOUR = 3_600_000;

describe('system tasks', () => {
  test('a service after the last person: none within the hold', async () => {
    const fast = await run([userTask('a'), serviceTask('pay')], 'start > a > pay > end');
    expect(await fast.press('a')).toEqual([]);
    expect(await fast.finishJob('pay')).toEqual(['a end']);
  });

  test('the report that is held no longer creates one, and the end names it', async () => {
    const slow = await run([userTask('a'), serviceTask('pay')], 'start > a > pay > end');
    await slow.press('a');
    expect(await slow.wake(10_000)).toEqual(['a next [pay]']);
    expect(slow.open).toBe('[pay]');
    expect(slow.last.changes.reports[0]?.item).toMatchObject({
      next: [{ nodeId: 'pay', nodeName: 'pay', handlers: 'system', canDelegate: 0, actions: [] }],
    });
    expect(slow.last.changes.reports[0]?.reason).toBe(
      'a (task i.1) was handled, and its token waits for the service pay; no person has an open task, so the system task pay (task i.2) shows where the process is.',
    );
    expect(await slow.finishJob('pay')).toEqual(['[pay] end']);
    expect(slow.last.changes.reports[0]?.reason).toBe(
      'The system task pay (task i.2) was closed, the service pay finished, the token of a (task i.1) ended at end, and the instance ended.',
    );
  });

  test('the next person: their task is the next one of the system task', async () => {
    const slow = await run([userTask('a'), serviceTask('pay'), userTask('b')], 'start > a > pay > b > end');
    await slow.press('a');
    await slow.wake(10_000);
    expect(await slow.finishJob('pay')).toEqual(['[pay] next b']);
    expect(await slow.press('b')).toEqual(['b end']);
  });

  test('a timer has one at once, unless it is due within the hold', async () => {
    const late = await run([userTask('a'), catchEvent('later', timer('PT1H'))], 'start > a > later > end');
    expect(await late.press('a')).toEqual(['a next [later]']);
    expect(await late.wake(HOUR)).toEqual(['[later] end']);
    const soon = await run([userTask('a'), catchEvent('soon', timer('PT5S'))], 'start > a > soon > end');
    expect(await soon.press('a')).toEqual([]);
    expect(await soon.wake(5_000)).toEqual(['a end']);
  });

  test('goes on with the process, once it has waited at another node for longer than the hold', async () => {
    const two = await run(
      [userTask('a'), catchEvent('later', timer('PT1H')), serviceTask('pay')],
      'start > a > later > pay > end',
    );
    await two.press('a');
    expect(await two.wake(HOUR)).toEqual([]);
    expect(await two.wake(10_000)).toEqual(['[later] next [pay]']);
    expect(await two.finishJob('pay')).toEqual(['[pay] end']);
  });

  test('a loop that polls is reported once', async () => {
    const polling = await run(
      [userTask('a'), serviceTask('ask'), exclusive('known'), catchEvent('later', timer('PT1H'))],
      'start > a > ask > known; known >[${done}] end; known >* later > ask',
    );
    await polling.press('a');
    expect(await polling.wake(10_000)).toEqual(['a next [ask]']);
    expect(await polling.finishJob('ask', { done: false })).toEqual(['[ask] next [later]']);
    expect(await polling.wake(HOUR)).toEqual([]);
    expect(await polling.wake(HOUR)).toEqual([]);
    expect(await polling.finishJob('ask', { done: false })).toEqual([]);
    await polling.wake(HOUR);
    expect(await polling.finishJob('ask', { done: true })).toEqual(['[later] end']);
  });

  test('while another branch has an open task there is none', async () => {
    const both = await run(
      [userTask('a'), parallel('fork'), serviceTask('pay'), userTask('b'), parallel('join')],
      'start > a > fork > pay > join; fork > b > join > end',
    );
    expect(await both.press('a')).toEqual(['a next b']);
    expect(await both.press('b')).toEqual(['b next [pay]']);
    expect(await both.finishJob('pay')).toEqual(['[pay] end']);
  });

  test('a task that vanishes with the end of the instance is reported with it', async () => {
    const killed = await run(
      [userTask('a'), parallel('fork'), serviceTask('check'), userTask('b'), end('stop', { content: terminate() })],
      'start > a > fork > check > stop; fork > b > end',
    );
    await killed.press('a');
    expect(await killed.finishJob('check')).toEqual(['b end']);
    expect(killed.last.changes.gone.map(({ nodeId }) => nodeId)).toEqual(['b']);
  });

  test('suspended: a held report creates one, which is suspended too', async () => {
    const paused = await run([userTask('a'), serviceTask('pay')], 'start > a > pay > end');
    await paused.press('a');
    expect(await paused.suspend()).toEqual(['a next [pay]']);
    expect(await paused.activate()).toEqual([]);
    expect(await paused.finishJob('pay')).toEqual(['[pay] end']);
  });

  test('terminated: the end is reported with it; if the center ended the process, it is gone', async () => {
    const flow = 'start > a > pay > end';
    const stopped = await run([userTask('a'), catchEvent('pay', timer('PT1H'))], flow);
    await stopped.press('a');
    expect(await stopped.terminate(true)).toEqual(['[pay] end']);
    const byCenter = await run([userTask('a'), catchEvent('pay', timer('PT1H'))], flow);
    await byCenter.press('a');
    expect(await byCenter.terminate(false)).toEqual([]);
    expect(byCenter.last.changes.gone.map(({ nodeId, isSystem }) => [nodeId, isSystem])).toEqual([['pay', true]]);
  });

  test('migrated: it goes on with its process', async () => {
    const nodes = [start(), userTask('a'), catchEvent('later', timer('PT1H')), end()];
    const moved = await run([userTask('a'), catchEvent('wait', timer('PT1H'))], 'start > a > wait > end');
    await moved.press('a');
    const to = await compileXml(processFile(nodes, 'start > a > later > end'), {});
    expect(await moved.migrate(to, { wait: 'later' })).toEqual(['[wait] next [later]']);
    expect(await moved.wake(HOUR)).toEqual(['[later] end']);
  });

  test('without an account for it, there is none', async () => {
    const file = processFile(
      [start(), userTask('a'), catchEvent('later', timer('PT1H')), end()],
      'start > a > later > end',
    );
    const bare = await startScenario(file);
    expect(await bare.press('a')).toEqual(['a none']);
    expect(await bare.wake(HOUR)).toEqual(['…a end']);
  });
});
