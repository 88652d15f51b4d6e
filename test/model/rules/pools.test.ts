import { describe, expect, test } from 'vitest';
import { bpmn, element, end, fileWith, process, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';
import { findsIn } from './cases.ts';

describe('process-not-executable', () => {
  const rule = 'process-not-executable';

  findsIn(rule, [
    [
      'the only process, marked as not executable, is refused',
      processFile([start(), userTask('a'), end()], 'start > a > end', { isExecutable: false }),
      'error process: The process is marked as not executable: it was drawn to be read, not to be run.',
    ],
    [
      'several of which none is executable are refused',
      bpmn(
        process('p', [start('s1')], '', { isExecutable: false }),
        process('q', [start('s2')], '', { isExecutable: null }),
      ),
      'error definitions: None of the 2 processes of the file is marked as executable: p, q.',
    ],
    [
      'a file without a process is refused',
      bpmn('<message id="m"/>'),
      'error definitions: The file has no process, so there is nothing to run.',
    ],
    [
      'the only process needs no mark',
      processFile([start(), userTask('a'), end()], 'start > a > end', { isExecutable: null }),
    ],
  ]);

  test('several that say nothing about it are run, but for those of Camunda 8', async () => {
    const one = (id: string) =>
      process(id, [start(`s-${id}`), userTask(`u-${id}`)], `s-${id} > u-${id}`, { isExecutable: null });
    const xml = bpmn(one('p'), one('q'));
    expect(await findProblems(xml, rule)).toEqual([expect.stringContaining('error definitions: None of the 2')]);
    const elsewhere = xml.replace(/ xmlns:zeebe="[^"]*"/, '');
    expect(await findProblems(elsewhere, rule)).toEqual([
      expect.stringContaining('warning p: The process "p" does not say whether it is executable'),
      expect.stringContaining('warning q: '),
    ]);
  });
});

findsIn('several-executable-processes', [
  [
    'two processes to run are refused',
    bpmn(process('p', [start('s1')], ''), process('q', [start('s2')], '')),
    [
      'error p: The file has 2 executable processes, but an instance runs only one of them.',
      'error q: The file has 2 executable processes, but an instance runs only one of them.',
    ],
  ],
  ['one is fine', fileWith(userTask('a'))],
]);

findsIn('other-pool-not-run', [
  [
    'a pool that is only drawn gets a warning',
    bpmn(
      process('p', [start(), userTask('a'), end()], 'start > a > end'),
      process('q', [], '', { isExecutable: false, name: 'Customer' }),
    ),
    'warning q: The process "Customer" is not executable and will not run.',
  ],
  ['one process alone has no other pool', fileWith(userTask('a'))],
]);

findsIn('message-flow-not-supported', [
  [
    'a message to another pool is refused',
    bpmn(
      '<collaboration id="c"><participant id="pShop" processRef="shop"/><participant id="box" name="Customer"/><messageFlow id="m" name="Order" sourceRef="a" targetRef="s2"/></collaboration>',
      process('shop', [start(), userTask('a'), end()], 'start > a > end'),
      process('guest', [start('s2'), end('e2')], 's2 > e2', { isExecutable: false }),
    ),
    'error m: A message flow between pools runs only in a deployed file: "Order" leads from "a" to "s2".',
  ],
  [
    'so is one to a pool drawn as a mere box',
    bpmn(
      '<collaboration id="c"><participant id="pShop" processRef="shop"/><participant id="box" name="Customer"/><messageFlow id="m" sourceRef="a" targetRef="box"/></collaboration>',
      process('shop', [start(), userTask('a'), end()], 'start > a > end'),
    ),
    'error m: A message flow between pools runs only in a deployed file: "m" leads from "a" to "Customer".',
  ],
  [
    'and one from such a box',
    bpmn(
      '<collaboration id="c"><participant id="pShop" processRef="shop"/><participant id="box" name="Customer"/><messageFlow id="m" sourceRef="box" targetRef="a"/></collaboration>',
      process('shop', [start(), userTask('a'), end()], 'start > a > end'),
    ),
    'error m: A message flow between pools runs only in a deployed file: "m" leads from "Customer" to "a", and one of the pools has no process.',
  ],
  [
    'a message from a process that does not run carries nothing',
    bpmn(
      '<collaboration id="c"><participant id="pShop" processRef="shop"/><participant id="box" name="Customer"/><messageFlow id="m" sourceRef="e2" targetRef="a"/></collaboration>',
      process('shop', [start(), userTask('a'), end()], 'start > a > end'),
      process('guest', [start('s2'), end('e2')], 's2 > e2', { isExecutable: false }),
    ),
  ],
]);

describe('collaboration-part-not-run', () => {
  const rule = 'collaboration-part-not-run';

  const main = process('main', [start(), userTask('a'), end()], 'start > a > end');

  const collaboration = (content: string) => bpmn(element('collaboration', { id: 'both' }, content), main);

  const pool = (maximum: number | undefined, processRef?: string) =>
    element(
      'participant',
      { id: 'pool', name: 'Branches', processRef },
      element('participantMultiplicity', { minimum: 1, maximum }),
    );

  findsIn(rule, [
    [
      'a pool with several participants gets a warning',
      collaboration(pool(3, 'main')),
      'warning pool: The pool "Branches" is marked as having up to 3 participants, but a message reaches only one instance of it.',
    ],
    [
      'one participant is what every pool is, and a pool without a process does not run',
      [pool(undefined, 'main'), pool(1, 'main'), pool(3)].map((content) => collaboration(content)),
    ],
  ]);

  test('correlation keys get one warning, of the collaboration or of its conversations', async () => {
    const key = element('correlationKey', { id: 'key', name: 'order' });
    const other = element('correlationKey', { id: 'other' });
    const talk = element('conversation', { id: 'talk' }, key);
    const problem = 'warning both: The collaboration has correlation keys, which are not used to match messages here.';
    expect(await findProblems(collaboration(key + other), rule)).toEqual([problem]);
    expect(await findProblems(collaboration(talk), rule)).toEqual([problem]);
  });
});
