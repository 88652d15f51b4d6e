import { describe, expect, test } from 'vitest';
import {
  type BpmnNode,
  boundary,
  element,
  end,
  exclusive,
  plainTask,
  processFile,
  standardLoop,
  start,
  userTask,
} from '../support/bpmn-xml.ts';
import { type Diagram, draw, part } from '../support/draw.ts';
import { createHost, recoverHost, storeOf } from '../support/live-host.ts';
import { startScenario } from './scenario.ts';

const CLAIM = processFile(
  [start(), userTask('file'), exclusive('size'), userTask('approve'), userTask('book'), end()],
  'start > file > size >"Large"[${amount > 1000}] approve > end; size >* book > end',
);

test.each([{}, { amount: null }])(
  'an engine that stays alive fails the press too, and takes it with the variable: %j',
  async (variables) => {
    const first = createHost(CLAIM);
    first.engine.on('error', () => {});
    await first.execute(variables);
    const stored = await storeOf(first);
    expect(await first.plugin.press('order-1.1', { account: 'file' })).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(
        /condition of flow "Large" \(size-approve\).*`amount` (was never set|has no value)/,
      ),
    });

    const second = await recoverHost(stored, CLAIM);
    const pressed = await second.plugin.press('order-1.1', { account: 'file', variables: { amount: 5000 } });
    expect(pressed).toMatchObject({ kind: 'applied' });
    expect(second.open).toBe('approve');
  },
);

const ORDER = draw({
  tasks: 'work name greet',
  parallel: 'fork',
  others: [
    boundary(
      'joined',
      'work',
      element('conditionalEventDefinition', {}, element('condition', {}, "${team.contains('bo')}")),
    ),
  ],
  paths: 'start > fork > work > end; fork > name > end; joined > greet > end',
});

test('a conditional event waits while the variable whose method its condition calls has no value', async () => {
  const scenario = await startScenario(ORDER, { team: null });
  expect(scenario.open).toBe('name work');
  await scenario.press('name', undefined, { team: ['bo'] });
  expect(scenario.open).toBe('greet');
});

/** Somebody files it; that they did is what reaches the condition. */
const behind = (gateways: Pick<Diagram, 'exclusive' | 'inclusive'>, paths: string) =>
  draw({ tasks: 'file approve book', ...gateways, paths });
const ahead = (file: BpmnNode) =>
  draw({ tasks: 'approve book', others: [file], paths: `start > ${file.id} > approve > book > end` });

test.each([
  [
    'an exclusive gateway',
    behind({ exclusive: 'size' }, 'start > file > size >"Large"[${amount > 1000}] approve > book > end; size >* book'),
    ...['file', 'condition of flow "Large" (size-approve), `${amount > 1000}`', 'approve'],
  ],
  [
    'an exclusive gateway, in FEEL',
    behind({ exclusive: 'size' }, 'start > file > size >[=amount > 1000] approve > book > end; size >* book'),
    ...['file', 'condition of flow size-approve, `=amount > 1000`', 'approve'],
  ],
  [
    'an inclusive gateway',
    behind({ inclusive: 'size' }, 'start > file > size >[${amount > 1000}] approve > book > end; size >* book'),
    ...['file', 'condition of flow size-approve', 'approve'],
  ],
  [
    'the flows of a task',
    behind({}, 'start > file >[${amount > 1000}] approve > end; file >[${amount <= 1000}] book > end'),
    ...['file', 'condition of flow file-approve', 'approve'],
  ],
  [
    'a completion condition',
    ahead(userTask('file', { multiInstance: { cardinality: 2, condition: '${amount > 1000}' } })),
    ...['file#0', 'completion condition of file, `${amount > 1000}`', 'approve'],
  ],
  [
    'the completion condition of a sub-process',
    ahead(
      part(
        'each',
        { tasks: 'file', paths: 'start-in > file > end-out' },
        { name: 'Each of them', multiInstance: { cardinality: 2, condition: '=amount > 1000', sequential: true } },
      ),
    ),
    ...['file', 'completion condition of "Each of them" (each), `=amount > 1000`', 'approve'],
  ],
  [
    'a standard loop',
    ahead(userTask('file', { content: standardLoop({ condition: '${amount > 1000}' }) })),
    ...['file', 'loop condition of file, `${amount > 1000}`', 'file'],
  ],
])('%s over a variable that was never set fails the press, and says why', async (_, xml, task, says, leadsTo) => {
  const run = await startScenario(xml);
  const { open } = run;
  const pressed = open.split(' ').find((each) => each.startsWith(task)) ?? task;
  await expect(run.press(pressed)).rejects.toMatchObject({
    code: 'ERR_EXPRESSION_FAILED',
    message: expect.stringContaining(says),
    details: { variables: ['amount'] },
  });
  expect(run.open).toBe(open);
  await run.press(pressed, undefined, { amount: 5000 });
  expect(run.open).toContain(leadsTo);
});

/** What stands between keeps the buttons from setting the variable. */
const decided = (condition: string) =>
  processFile(
    [start(), userTask('file'), plainTask('note'), exclusive('size'), userTask('approve'), userTask('book'), end()],
    `start > file > note > size >[${condition}] approve > book > end; size >* book`,
  );

test.each([
  ['nothing', '${urgent}', { urgent: null }, 'gives null'],
  ['a text', '${urgent}', { urgent: 'no' }, 'gives a text'],
  ['an empty text', '${!urgent}', { urgent: '' }, '`urgent` has no value, and is neither true nor false'],
  ['a number', '${amount}', { amount: 5 }, 'gives a number'],
  ['a comparison with nothing', '${amount > 1000}', { amount: null }, '`amount` has no value'],
  ['a method of nothing', "${team.contains('bo')}", { team: null }, '`team` has no value, and `contains` cannot be'],
  ['a sum with nothing', '${amount + tax > 1000}', { amount: 5000, tax: null }, '`tax` has no value'],
  ['a comparison with nothing, in FEEL', '=amount > 1000', { amount: null }, 'gives null'],
  ['a text, in FEEL', '=urgent', { urgent: 'yes' }, 'gives a text'],
  ['a member that is not there', '${form.amount > 1000}', { form: {} }, '`form.amount` was never set'],
  ['a member of nothing', '${form.kind == "large"}', { form: null }, '`form.kind` was never set'],
  ['a member that is not there, in FEEL', '=form.kind = "large"', { form: {} }, '`form.kind` was never set'],
  ['the negation of what was never set', '${kind != "large"}', {}, '`kind` was never set'],
])('%s decides nothing: %s', async (_, condition, variables, why) => {
  const run = await startScenario(decided(condition), variables);
  await expect(run.press('file')).rejects.toMatchObject({
    code: 'ERR_EXPRESSION_FAILED',
    message: expect.stringContaining(why),
  });
  expect(run.open).toBe('file');
});

test.each([
  ['${empty amount}', {}],
  ['${amount == null}', {}],
  ['${amount == null || amount > 1000}', {}],
  ['${empty form.amount}', { form: {} }],
  ["${execution.getVariable('amount') == null}", {}],
  ["${!execution.hasVariable('amount')}", {}],
  ['${urgent || amount > 1000}', { urgent: true }],
  ['${approvals < 2 || empty amount}', {}],
  ['=amount = null', {}],
  ['=not(is defined(form.amount))', { form: {} }],
  ['=get or else(amount, 5000) > 1000', {}],
  ['=amount > 1000 or urgent', { urgent: true }],
])('%s asks, or can be decided without it: it is approved', async (condition, variables) => {
  const run = await startScenario(decided(condition), variables);
  expect(await run.press('file')).toEqual(['file next approve']);
});

test('a variable that is set to nothing is set: it equals nothing else', async () => {
  const run = await startScenario(decided('${kind == "large"}'), { kind: null });
  expect(await run.press('file')).toEqual(['file next book']);
});

describe('where no condition is true', () => {
  const drawn = (kind: 'exclusive' | 'inclusive') =>
    draw({
      tasks: 'fill short long',
      [kind]: 'days',
      paths:
        'start > fill > days; days >"brief"[${days <= 3}] short > end; days >[${days > limit && days > 9}] long > end',
    });

  test.each(['exclusive', 'inclusive'] as const)(
    'the step names the %s gateway, its conditions, and the types of what they read',
    async (kind) => {
      const { press } = await startScenario(drawn(kind), { days: 5, limit: 20 });
      await expect(press('fill')).rejects.toMatchObject({
        code: 'ERR_STEP_FAILED',
        message:
          'No flow out of the gateway days can be taken, because none of its conditions is true and none is the default: ' +
          '"brief" (days-short) asks `${days <= 3}`; days-long asks `${days > limit && days > 9}`. ' +
          'Here days is a number, limit is a number. ' +
          'Set the variables that they read and try again, or mark a default flow in the diagram.',
        details: { elementId: 'days', variables: ['days', 'limit'] },
      });
      await expect(press('fill', undefined, { days: 2 })).resolves.toBeDefined();
    },
  );
});
