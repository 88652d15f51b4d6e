import BpmnModdle from 'bpmn-moddle';
import { expect, test } from 'vitest';
import { fileWith, userTask } from '../../../support/bpmn-xml.ts';
import { isModdleElement, readModel } from '../../../support/inner/model.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'id-missing';

const WITHOUT = fileWith(userTask('a')).replace('id="start-a"', '');

test('an element without an id is refused where somebody else parsed the file', async () => {
  const { rootElement } = await new BpmnModdle().fromXML(WITHOUT);
  if (!isModdleElement(rootElement)) throw new Error('no definitions');
  const { problems } = readModel({ definitions: rootElement });
  expect(problems).toMatchObject([{ rule, severity: 'error', reason: 'A SequenceFlow has no id.' }]);
});

test('in a file that is parsed here it gets one', async () => {
  expect(await findProblems(WITHOUT, rule)).toEqual([]);
});
