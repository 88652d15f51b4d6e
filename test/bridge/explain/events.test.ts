/** Why a report says what it says: what is set off beside a task, and what takes tokens away. */
import { describe, expect, test } from 'vitest';
import { BpmnError } from '../../../src/index.ts';
import {
  boundary,
  catchEvent,
  end,
  processFile,
  receiveTask,
  scriptTask,
  serviceTask,
  start,
  subProcess,
  terminate,
  throwEvent,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { draw, onEvent, part } from '../../support/draw.ts';
import { error, message } from '../../support/named-events.ts';
import { explainedRun, HOUR_MS } from './explained-run.ts';

describe('beside what goes on', () => {
  test('a timer that does not interrupt names its host', async () => {
    await using run = await explainedRun(
      draw({
        people: { ask: 'anna', sign: 'bo', remind: 'gu' },
        others: [boundary('late', 'sign', timer('PT1H'), { interrupting: false })],
        paths: 'start > ask > sign > end; late > remind > end-late',
      }),
    );
    await run.press('anna', 'ask');
    await run.pass(HOUR_MS);
    expect((await run.sentences()).slice(2)).toEqual([
      'next: ask (task 1) was reported before; then the timer late on sign fired, and its token led to remind (task 3).',
    ]);
  });

  test('an event sub-process is named with its event', async () => {
    await using run = await explainedRun(
      draw({
        people: { ask: 'anna', sign: 'bo' },
        others: [
          onEvent(
            'stopping',
            message('cancelled'),
            { people: { look: 'gu' }, paths: 'stopping-start > look > end-s' },
            { beside: true },
          ),
        ],
        paths: 'start > ask > sign > end',
      }),
    );
    await run.press('anna', 'ask');
    await run.message('cancelled');
    expect((await run.sentences()).slice(2)).toEqual([
      'next: ask (task 1) was reported before; then the message stopping-start of the event sub-process stopping arrived, and its token led to look (task 3).',
    ]);
  });
});

test('an error that a service throws is named with what catches it', async () => {
  await using run = await explainedRun(
    draw({
      people: { ask: 'anna', mend: 'gu' },
      others: [serviceTask('pay'), boundary('failed', 'pay', error('NO_MONEY'))],
      paths: 'start > ask > pay > end; failed > mend > end-failed',
    }),
    { slow: 'pay' },
  );
  await run.pressInto('pay', 'anna', 'ask');
  await run.finish('pay', new BpmnError('NO_MONEY'));
  expect((await run.sentences()).slice(1)).toEqual([
    'next: ask (task 1) was handled, the error failed on pay was caught, and its token led to mend (task 2).',
  ]);
});

test('a script is called so', async () => {
  await using run = await explainedRun(
    draw({
      people: { ask: 'anna', check: 'bo' },
      others: [scriptTask('total', 'return 1')],
      paths: 'start > ask > total > check > end',
    }),
  );
  await run.press('anna', 'ask');
  expect((await run.sentences()).slice(1)).toEqual([
    'next: ask (task 1) was handled, the script total finished, and its token led to check (task 2).',
  ]);
});

test('scripts of a user task are called so', async () => {
  const extensions =
    '<camunda:inputOutput><camunda:outputParameter name="x"><camunda:script scriptFormat="js">1</camunda:script></camunda:outputParameter></camunda:inputOutput>';
  await using run = await explainedRun(
    processFile(
      [start(), userTask('ask', { assignee: 'anna', extensions }), userTask('check', { assignee: 'bo' }), end()],
      'start > ask > check > end',
    ),
  );
  await run.press('anna', 'ask');
  expect((await run.sentences()).slice(1)).toEqual([
    'next: ask (task 1) was handled, the scripts of ask finished, and its token led to check (task 2).',
  ]);
});

test('a completion condition that is a script is called so', async () => {
  const each = subProcess('each', [start('s'), userTask('ask', { assignee: 'anna' }), end('e')], 's > ask > e', {
    multiInstance: { cardinality: 2, sequential: true, condition: 'enough' },
  });
  const drawn = draw({ people: { check: 'bo' }, others: [each], paths: 'start > each > check > end' });
  await using run = await explainedRun(drawn.replace('<completionCondition', '<completionCondition language="groovy"'));
  await run.press('anna', 'ask');
  expect((await run.sentences()).slice(1)).toEqual([
    'next: ask (task 1) was handled, the completion condition of each was decided, the multi-instance each was decided early, and its token led to check (task 2).',
  ]);
});

test('a condition of an event that is a script is called as any', async () => {
  const condition = '<condition xsi:type="tFormalExpression" language="groovy">isLarge</condition>';
  const drawn = draw({
    people: { ask: 'anna', check: 'bo' },
    others: [catchEvent('large', `<conditionalEventDefinition>${condition}</conditionalEventDefinition>`)],
    paths: 'start > ask > large > check > end',
  });
  await using run = await explainedRun(drawn);
  await run.press('anna', 'ask');
  expect((await run.sentences()).slice(1)).toEqual([
    'next: ask (task 1) was handled, the condition large was met, and its token led to check (task 2).',
  ]);
});

test('conditions that are scripts are called so', async () => {
  const drawn = draw({
    people: { ask: 'anna', check: 'bo', glance: 'chen' },
    exclusive: 'which',
    paths: 'start > ask > which; which >[return amount > 9] check > end; which >* glance > end',
  });
  const xml = drawn.replaceAll('<conditionExpression ', '<conditionExpression language="http://www.java.com/java" ');
  await using run = await explainedRun(xml);
  await run.press('anna', 'ask');
  expect((await run.sentences()).slice(1)).toEqual([
    'next: ask (task 1) was handled, the conditions of the gateway which were decided, and its token led to check (task 2).',
  ]);
});

describe('a token that was taken away', () => {
  const PART = {
    people: { check: 'bo', other: 'dara' },
    services: 'pay',
    parallel: 'fork',
    paths: 'start-i > fork > check > pay > end-i; fork > other > end-o',
  };

  test('by an event names the event; the task that it ended goes on', async () => {
    await using run = await explainedRun(
      draw({
        people: { mend: 'gu' },
        others: [part('inner', PART), boundary('stop', 'inner', message('cancelled'))],
        paths: 'start > inner > end; stop > mend > end-stop',
      }),
      { slow: 'pay' },
    );
    await run.pressInto('pay', 'bo', 'check');
    await run.message('cancelled');
    expect((await run.sentences()).slice(1)).toEqual([
      'none: check (task 1) was handled, its tokens were removed by the message stop on inner, and mend (task 3) is still open.',
      'next: other (task 2) was ended by the message stop on inner, and its token led to mend (task 3).',
    ]);
  });
});

describe('what a press sets off elsewhere', () => {
  test('by a message continues what waited for it', async () => {
    await using run = await explainedRun(
      draw({
        people: { ask: 'anna', one: 'bo', two: 'gu' },
        parallel: 'fork',
        others: [throwEvent('tell', message('paid')), catchEvent('heard', message('paid'))],
        paths: 'start > ask > fork > one > tell > end-one; fork > heard > two > end-two',
      }),
    );
    await run.press('anna', 'ask');
    await run.press('bo', 'one');
    expect((await run.sentences()).slice(2)).toEqual([
      'none: one (task 2) was handled, its token ended at end-one, and two (task 3) is still open.',
      'next: ask (task 1) was reported before; then the message heard arrived, and its token led to two (task 3).',
    ]);
  });

  test('a terminate end in a sub-process takes away what others had set off there', async () => {
    await using run = await explainedRun(
      draw({
        people: { go: 'gu' },
        others: [
          part('inner', {
            people: { check: 'bo', other: 'dara' },
            services: 'pay',
            parallel: 'fork',
            others: [end('stop', { content: terminate() })],
            paths: 'start-i > fork > check > pay > end-i; fork > other > stop',
          }),
        ],
        paths: 'start > inner > go > end',
      }),
      { slow: 'pay' },
    );
    await run.pressInto('pay', 'bo', 'check');
    await run.world.sandbox.press(run.world.taskOf('dara', 'other'), { account: 'dara', action: 'Handle' });
    await run.told(3);
    expect((await run.sentences()).slice(1)).toEqual([
      'none: check (task 1) was handled, its tokens were removed by the terminate end stop, and go (task 3) is still open.',
      'next: other (task 2) was handled, and its token led to go (task 3).',
    ]);
  });

  test('the early end of a multi-instance takes away what others had set off in it', async () => {
    const each = part(
      'each',
      {
        people: { check: '${who}' },
        exclusive: 'which',
        services: 'pay',
        paths: 'start-i > check > which; which >"Yes" end-i; which >"No" pay; pay > end-p',
      },
      { multiInstance: { collection: '${all}', elementVariable: 'who', condition: '${nrOfCompletedInstances >= 1}' } },
    );
    await using run = await explainedRun(
      draw({ people: { go: 'gu' }, others: [each], paths: 'start > each > go > end' }),
      { slow: 'pay', variables: { all: ['bo', 'dara'] } },
    );
    await expect.poll(() => run.world.pending()).toEqual(['bo:check', 'dara:check']);
    await run.world.sandbox.press(run.world.taskOf('bo', 'check'), { account: 'bo', action: 'No' });
    await run.world.sandbox.press(run.world.taskOf('dara', 'check'), { account: 'dara', action: 'Yes' });
    await run.told(3);
    expect((await run.sentences()).slice(1)).toEqual([
      'none: check (task 1) was handled, its tokens were removed by the multi-instance each, and go (task 3) is still open.',
      'next: check (task 2) was handled, the multi-instance each was decided early, and its token led to go (task 3).',
    ]);
  });
});

test('a condition that was met and a receive task that was told are named', async () => {
  const days = '<conditionalEventDefinition><condition>${days &gt; 2}</condition></conditionalEventDefinition>';
  await using run = await explainedRun(
    draw({
      people: { ask: 'anna', go: 'gu' },
      others: [catchEvent('enough', days), receiveTask('wait')],
      paths: 'start > ask > wait > enough > go > end',
    }),
  );
  await run.press('anna', 'ask');
  const { bridge } = run.world;
  await bridge.signal(run.instanceId, { nodeId: 'wait' });
  await bridge.setVariables(run.instanceId, { days: 3 });
  await bridge.idle();
  expect((await run.sentences()).slice(1)).toEqual([
    'none: ask (task 1) was handled, and its token waits for the receive task wait.',
    'next: ask (task 1) was reported before; then the condition enough was met, and its token led to go (task 2).',
  ]);
});
