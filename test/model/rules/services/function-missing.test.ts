import { expect, test } from 'vitest';
import { end, exclusive, fileWith, processFile, start, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'function-missing';

test('names each function once per element, and how it is called', async () => {
  const xml = processFile(
    [
      start(),
      userTask('decide', { assignee: '${ldap.managerOf(initiator)}', users: '${ldap.managerOf(other)}' }),
      exclusive('g'),
      end('yes'),
      end('no'),
    ],
    'start > decide > g; g >[=isLarge(amount)] yes; g >* no',
  );
  expect(await findProblems(xml, rule, { functions: new Set() })).toEqual([
    'error g-yes: The expression =isLarge(amount) of condition calls the function isLarge, which the host does not have.',
    'error decide: The expression ${ldap.managerOf(other)} of camunda:assignee calls the function ldap.managerOf, which the host does not have.',
  ]);
  expect(await findProblems(xml, rule, { functions: new Set(['ldap.managerOf', 'isLarge']) })).toEqual([]);
});

test('nothing is missing where nobody said what there is, and methods of values are no functions', async () => {
  expect(await findProblems(fileWith(userTask('a', { assignee: '${bean.find(id)}' })), rule)).toEqual([]);
  const own = fileWith(userTask('a', { assignee: '${people.get(0)}', users: '${vars:get(x)}' }));
  expect(await findProblems(own, rule, { functions: new Set() })).toEqual([]);
});
