import { expect, test } from 'vitest';
import { element, fileWith, manualTask, serviceTask, subProcess, userTask } from '../../../support/bpmn-xml.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'multi-instance-throws-events';
const twice = { cardinality: 2 };
const problem =
  'error a: The multi-instance marker of "a" throws events as its instances end, which does not run here.';

test.each(['None', 'One', 'Complex'])('behavior="%s" is refused on whatever runs several times', async (behavior) => {
  const multiInstance = { ...twice, attributes: { behavior } };
  for (const node of [
    userTask('a', { multiInstance }),
    serviceTask('a', { multiInstance }),
    subProcess('a', [userTask('b')], '', { multiInstance }),
  ]) {
    expect(await findProblems(fileWith(node), rule)).toEqual([problem]);
  }
});

test.each(['oneBehaviorEventRef', 'noneBehaviorEventRef'])('so is an event of its own, %s', async (reference) => {
  const multiInstance = { ...twice, attributes: { [reference]: 'done' } };
  const roots = element('signalEventDefinition', { id: 'done' });
  const xml = fileWith(userTask('a', { multiInstance }), { roots });
  expect(await findProblems(xml, rule)).toEqual([problem]);
});

test('so is a complex behavior', async () => {
  const thrown = element('event', {}, element('signalEventDefinition', {}));
  const condition = element('condition', { 'xsi:type': 'tFormalExpression' }, '${done}');
  const content = element('complexBehaviorDefinition', {}, condition + thrown);
  const xml = fileWith(userTask('a', { multiInstance: { ...twice, content } }));
  expect(await findProblems(xml, rule)).toEqual([problem]);
});

test('behavior="All", which is what every marker means, is fine, and so is none', async () => {
  for (const attributes of [{}, { behavior: 'All' }]) {
    const xml = fileWith(userTask('a', { multiInstance: { ...twice, attributes } }));
    expect(await findProblems(xml, rule)).toEqual([]);
  }
  expect(await findProblems(fileWith(manualTask('a')), rule)).toEqual([]);
});
