import { expect, test } from 'vitest';
import { fileWith, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'getter-reads-member';
const xml = fileWith(userTask('a', { assignee: '${order.getOwner()}' }));

test('a getter of a Java object is taken for a member', async () => {
  expect(await findProblems(xml, rule, { functions: new Set() })).toEqual([
    'warning a: order.getOwner() in ${order.getOwner()} is read as the member owner of the variable order.',
  ]);
});

test('unless the host gives the function', async () => {
  expect(await findProblems(xml, rule, { functions: new Set(['order.getOwner']) })).toEqual([]);
});
