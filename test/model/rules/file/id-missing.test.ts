import BpmnModdle from 'bpmn-moddle';
import { expect, test } from 'vitest';
import { buildModel } from '../../../../src/model/build-model.ts';
import { fileWith, userTask } from '../../../support/bpmn-xml.ts';
import { isModdleElement } from '../../../support/inner/model.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'id-missing';

const WITHOUT = fileWith(userTask('a')).replace('id="start-a"', '');

test('an element without an id is refused where somebody else parsed the file', async () => {
  const { rootElement } = await new BpmnModdle().fromXML(WITHOUT);
  if (!isModdleElement(rootElement)) throw new Error('no definitions');
  const { problems } = buildModel(rootElement);
  expect(problems).toMatchObject([{ rule, severity: 'error', reason: 'A SequenceFlow has no id.' }]);
});

test('in a file that is parsed here it gets one', async () => {
  expect(await findProblems(WITHOUT, rule)).toEqual([]);
});
