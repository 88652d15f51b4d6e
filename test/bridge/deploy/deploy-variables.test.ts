/** Deploy says what a process reads and sets, and what it needs: with that, and not without it, it runs to its end. */
import { afterEach, expect, test } from 'vitest';
import { callActivity, end, exclusive, plainTask, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

/** Who reviews, is passed by the call; the button sets `approved`. */
const REVIEW = processFile(
  [start(), userTask('review', { assignee: '${reviewer}' }), exclusive('g'), end('yes'), end('no')],
  'start > review > g; g >"Approve"[${approved}] yes; g >"Reject"[${!approved}] no',
  { id: 'reviewing' },
);

const claim = (parameters: string) =>
  draw({
    id: 'claim',
    people: { pay: '${cashier}' },
    exclusive: 'size',
    others: [plainTask('note'), callActivity('call', 'reviewing', { extensions: parameters })],
    paths: 'start > note > size >[${amount > 1000}] call > pay > end; size >* pay',
  });

test('of each process; a called process has its own', async () => {
  world = await createWorld();
  const passed = '<camunda:in source="boss" target="reviewer"/><camunda:out source="approved" target="agreed"/>';
  const { variables, deployments } = await world.bridge.deploy([claim(passed), REVIEW]);
  const needed = ['amount', 'boss', 'cashier'];
  expect(variables).toEqual({ reads: needed, sets: ['agreed'], needed });
  expect(deployments.map((each) => each.variables)).toEqual([
    variables,
    { reads: ['approved', 'reviewer'], sets: ['approved'], needed: ['reviewer'] },
  ]);

  await expect(world.bridge.start('claim', { initiator: 'anna' })).rejects.toMatchObject({
    code: 'ERR_EXPRESSION_FAILED',
    details: { variables: ['amount'] },
  });
  await world.bridge.start('claim', { initiator: 'anna', variables: { amount: 5000, boss: 'bo', cashier: 'chen' } });
  await world.bridge.idle();
  expect(await world.press('bo', 'call.review', 'Approve')).toBe(0);
  expect(await world.press('chen', 'pay')).toBe(0);
  expect(world.reports()).toEqual(['start next call.review', 'call.review next pay', 'pay end']);
  expect(await world.bridge.incidents.list()).toEqual([]);
});

test('a call that passes all needs what its process needs', async () => {
  world = await createWorld();
  const { variables } = await world.bridge.deploy([claim('<camunda:in variables="all"/>'), REVIEW]);
  expect(variables).toEqual({
    reads: ['amount', 'cashier', 'reviewer'],
    sets: [],
    needed: ['amount', 'cashier', 'reviewer'],
  });
  const both = '<camunda:in variables="all"/><camunda:out variables="all"/>';
  expect((await world.bridge.deploy([claim(both), REVIEW])).variables.sets).toEqual(['approved']);
});
