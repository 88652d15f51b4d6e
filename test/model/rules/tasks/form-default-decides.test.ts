import { expect, test } from 'vitest';
import { end, exclusive, processFile, start, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'form-default-decides';
const FORM =
  '<camunda:formData><camunda:formField id="days" type="long" defaultValue="9"/><camunda:formField id="kind" type="string" defaultValue="sick"/></camunda:formData>';

/** A form with a default for `days`, one for `kind`, and a gateway behind it. */
const deciding = (flows: string, extensions = FORM) =>
  processFile(
    [start(), userTask('a', { extensions }), exclusive('g'), userTask('b'), end()],
    `start > a > g; ${flows}; b > end`,
  );

test('a condition that reads a default is named', async () => {
  expect(await findProblems(deciding('g >[${days > 3}] end; g >* b'), rule)).toEqual([
    'warning a: "a" has form fields that a condition reads, days: nobody sees the form, so a press without values leaves them at their defaults.',
  ]);
});

test('what a button says, what nothing reads, and a form without defaults are not', async () => {
  expect(await findProblems(deciding("g >[${kind == 'sick'}] end; g >* b"), rule)).toEqual([]);
  expect(await findProblems(deciding('g >[${amount > 3}] end; g >* b'), rule)).toEqual([]);
  const field = '<camunda:formData><camunda:formField id="days" type="long"/></camunda:formData>';
  expect(await findProblems(deciding('g >[${days > 3}] end; g >* b', field), rule)).toEqual([]);
});
