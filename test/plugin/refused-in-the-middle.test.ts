/** What a step leaves behind that ends in the middle, and what changes where no token moves. */
import { describe, expect, test } from 'vitest';
import {
  boundary,
  catchEvent,
  conditional,
  end,
  error,
  message,
  root,
  start,
  subProcess,
  timer,
  userTask,
} from '../support/bpmn-xml.ts';
import { draw } from '../support/draw.ts';
import { startHost } from '../support/live-host.ts';
import { startScenario } from './scenario.ts';

const LIST = '<multiInstanceLoopCharacteristics camunda:collection="${list}" camunda:elementVariable="who">';
const SIGNED_BY_LIST = `${LIST}<completionCondition xsi:type="tFormalExpression">\${enough == true}</completionCondition></multiInstanceLoopCharacteristics>`;

describe('a press that is refused in an engine of a host', () => {
  test('leaves the events at its task as they were', async () => {
    const source = draw({
      tasks: 'a b c d',
      others: [boundary('late', 'a', timer('PT1H'))],
      paths: 'start > a; a >[${go == 1}] b > end; a >[${go == 2}] c > end; late > d > end',
    });
    let now = Date.UTC(2026, 0, 1);
    const host = await startHost(source, {}, { clock: () => now });
    const [task] = host.plugin.openTasks;
    expect(await host.plugin.press(task?.taskId ?? '', { account: 'a' })).toMatchObject({ kind: 'failed' });
    now += 7_200_000;
    host.plugin.wake();
    expect(host.open).toBe('d');
  });

  test('counts nothing in its countersign', async () => {
    const source = draw({
      tasks: 'b',
      others: [userTask('a', { assignee: '${who}', content: SIGNED_BY_LIST })],
      paths: 'start > a > b > end',
    });
    const host = await startHost(source, { list: ['x', 'y', 'z'] });
    const press = (who: string, variables: object = {}) => {
      const task = host.plugin.openTasks.find(({ handlers }) => handlers[0] === who);
      return host.plugin.press(task?.taskId ?? '', { account: who, variables: { ...variables } });
    };
    expect(await press('x')).toMatchObject({ kind: 'failed' });
    await press('x', { enough: false });
    await press('y');
    expect(host.open).toBe('a');
    await press('z');
    expect(host.open).toBe('b');
  });
});

test('a condition hears of a press whose scripts have still to run', async () => {
  const script =
    '<camunda:inputOutput><camunda:outputParameter name="x"><camunda:script scriptFormat="js">x</camunda:script></camunda:outputParameter></camunda:inputOutput>';
  const hot = conditional('${big == true}', { attributes: { 'camunda:variableName': 'big' } });
  const run = await startScenario(
    draw({
      tasks: 'b c',
      parallel: 'fork join',
      others: [userTask('a', { extensions: script }), boundary('hot', 'b', hot)],
      paths: 'start > fork > a > join > end; fork > b > join; hot > c > join',
    }),
    { big: false },
  );
  await run.press('a', undefined, { big: true });
  expect(run.open).toBe('c');
});

test('an error of the script that says whether a sub-process is complete is caught at its edge', async () => {
  const over = '<completionCondition xsi:type="tFormalExpression" language="js">over()</completionCondition>';
  const content = `<multiInstanceLoopCharacteristics><loopCardinality xsi:type="tFormalExpression">2</loopCardinality>${over}</multiInstanceLoopCharacteristics>`;
  const part = subProcess('part', [start('in'), userTask('a'), end('out')], 'in > a > out', { content });
  const xml = draw(
    {
      tasks: 'after rescue',
      others: [part, boundary('oops', 'part', error('e'))],
      paths: 'start > part > after > end; oops > rescue > end',
    },
    root('error', 'e', { errorCode: 'E1' }),
  );
  const run = await startScenario(xml);
  await run.press('a');
  await run.failJob('part', 'E1');
  expect(run.open).toBe('rescue');
});

test('a token does not wait for a message without a name', async () => {
  const named = catchEvent('asked', message('m'));
  const source = draw(
    { tasks: 'a b', others: [named], paths: 'start > a > asked > b > end' },
    root('message', 'm', { name: '${topic}' }),
  );
  const run = await startScenario(source, { topic: '' });
  await expect(run.press('a')).rejects.toMatchObject({
    code: 'ERR_EXPRESSION_FAILED',
    message: expect.stringContaining('The message that asked waits for has no name'),
  });
  await run.press('a', undefined, { topic: 'go' });
  expect(run.last.changes.events).toMatchObject([{ name: 'go' }]);
});
