import { expect, test } from 'vitest';
import { bpmn, end, process, start, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'message-flow-not-supported';

test('a message to another pool is refused', async () => {
  const xml = bpmn(
    '<collaboration id="c"><participant id="pShop" processRef="shop"/><participant id="box" name="Customer"/><messageFlow id="m" name="Order" sourceRef="a" targetRef="s2"/></collaboration>',
    process('shop', [start(), userTask('a'), end()], 'start > a > end'),
    process('guest', [start('s2'), end('e2')], 's2 > e2', { isExecutable: false }),
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error m: A message flow between pools runs only in a deployed file: "Order" leads from "a" to "s2".',
  ]);
});

test('so is one to a pool drawn as a mere box', async () => {
  const xml = bpmn(
    '<collaboration id="c"><participant id="pShop" processRef="shop"/><participant id="box" name="Customer"/><messageFlow id="m" sourceRef="a" targetRef="box"/></collaboration>',
    process('shop', [start(), userTask('a'), end()], 'start > a > end'),
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error m: A message flow between pools runs only in a deployed file: "m" leads from "a" to "Customer".',
  ]);
});

test('and one from such a box', async () => {
  const xml = bpmn(
    '<collaboration id="c"><participant id="pShop" processRef="shop"/><participant id="box" name="Customer"/><messageFlow id="m" sourceRef="box" targetRef="a"/></collaboration>',
    process('shop', [start(), userTask('a'), end()], 'start > a > end'),
  );
  expect(await findProblems(xml, rule)).toEqual([
    'error m: A message flow between pools runs only in a deployed file: "m" leads from "Customer" to "a", and one of the pools has no process.',
  ]);
});

test('a message from a process that does not run carries nothing', async () => {
  const xml = bpmn(
    '<collaboration id="c"><participant id="pShop" processRef="shop"/><participant id="box" name="Customer"/><messageFlow id="m" sourceRef="e2" targetRef="a"/></collaboration>',
    process('shop', [start(), userTask('a'), end()], 'start > a > end'),
    process('guest', [start('s2'), end('e2')], 's2 > e2', { isExecutable: false }),
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});
