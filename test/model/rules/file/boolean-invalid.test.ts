import { expect, test } from 'vitest';
import { bpmn, callActivity, end, fileWith, process, start, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';
import { findPrepared } from '../../prepare/prepare.ts';

const rule = 'boolean-invalid';

test.each(['yes', 'TRUE', '2', ''])('"%s" is refused, by element and attribute', async (value) => {
  const xml = fileWith(userTask('a', { attributes: { isForCompensation: value } }));
  expect(await findProblems(xml, rule)).toEqual([`error a: isForCompensation="${value}" is neither true nor false.`]);
});

test('one on a part without an id is told of the element around it', async () => {
  const xml = fileWith(userTask('a', { multiInstance: { cardinality: 2, attributes: { isSequential: 'si' } } }));
  expect(await findProblems(xml, rule)).toEqual(['error a: isSequential="si" is neither true nor false.']);
});

test('it is told once where the file calls a process of its own', async () => {
  const xml = bpmn(
    process('main', [start(), callActivity('call', 'part'), end()], 'start > call > end'),
    process('part', [start('s'), userTask('a', { attributes: { isForCompensation: 'no' } }), end('e')], 's > a > e', {
      isExecutable: false,
    }),
  );
  const found = (await findPrepared(xml)).filter((text) => text.startsWith(rule));
  expect(found).toEqual([`${rule} a: isForCompensation="no" is neither true nor false.`]);
});
