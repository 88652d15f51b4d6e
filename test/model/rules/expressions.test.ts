import { describe, expect, test } from 'vitest';
import { end, exclusive, fileWith, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';
import { decides, findsIn } from './cases.ts';

findsIn('expression-invalid', [
  [
    'a call that reaches into Java is refused with its text',
    fileWith(userTask('a', { assignee: '${users.getClass()}' })),
    expect.stringContaining('error a: The expression ${users.getClass()} of camunda:assignee cannot be used: '),
  ],
  [
    'a condition that does not parse is refused',
    decides('g >[${x >}] yes; g >* no'),
    expect.stringContaining('error g-yes: The expression ${x >} of condition cannot be used: '),
  ],
  [
    'broken FEEL is refused',
    fileWith(userTask('a', { assignee: '=for x in' })),
    expect.stringContaining('error a: The expression =for x in of camunda:assignee cannot be used: '),
  ],
  ['operators over variables are fine', decides('g >[${amount * 2 > limit}] yes; g >* no')],
]);

describe('function-missing', () => {
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
      'error decide: The expression ${ldap.managerOf(other)} of camunda:candidateUsers calls the function ldap.managerOf, which the host does not have.',
    ]);
    expect(await findProblems(xml, rule, { functions: new Set(['ldap.managerOf', 'isLarge']) })).toEqual([]);
  });

  test('nothing is missing where nobody said what there is, and methods of values are no functions', async () => {
    expect(await findProblems(fileWith(userTask('a', { assignee: '${bean.find(id)}' })), rule)).toEqual([]);
    const own = fileWith(userTask('a', { assignee: '${people.get(0)}', users: '${vars:get(x)}' }));
    expect(await findProblems(own, rule, { functions: new Set() })).toEqual([]);
  });
});

describe('getter-reads-member', () => {
  const xml = fileWith(userTask('a', { assignee: '${order.getOwner()}' }));

  findsIn('getter-reads-member', [
    [
      'a getter of a Java object is taken for a member',
      xml,
      'warning a: order.getOwner() in ${order.getOwner()} is read as the member owner of the variable order.',
      { functions: new Set() },
    ],
    ['unless the host gives the function', xml, [], { functions: new Set(['order.getOwner']) }],
  ]);
});

findsIn('name-not-computed', [
  [
    'the kind of process is called by the name as it stands',
    processFile([start(), userTask('a', { name: 'Approve ${order}' }), end()], 'start > a > end', {
      name: 'Order ${order}',
    }),
    'warning process: The transaction type gets the name of the process literally, Order ${order}: the center has one name for all its instances. Each instance gets the computed name.',
  ],
  [
    'so is that of a task that cannot be read',
    processFile([start(), userTask('a', { name: 'Approve ${order' }), end()], 'start > a > end'),
    'warning a: The name Approve ${order is shown literally, because its expression is not valid.',
  ],
]);
