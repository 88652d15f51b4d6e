/** The diagrams of docs/modelling.md, one for each modeler: all of them are the same process. */
import { expect, test } from 'vitest';
import { lintFiles } from '../../src/model/index.ts';
import { readModelerExamples } from '../support/modelling-page.ts';

const examples = readModelerExamples();

test('each modeler has one', () => {
  expect(examples.map(({ title }) => title)).toEqual([
    'Camunda Modeler and bpmn.io, for Camunda 7',
    'Camunda Modeler, for Camunda 8',
    'Flowable Modeler',
    'Activiti',
    'jBPM and Kogito',
  ]);
});

test.each(examples)('nothing is to be said of that of $title', async ({ xml }) => {
  const { isDeployable, problems } = await lintFiles(xml);
  expect(problems).toEqual([]);
  expect(isDeployable).toBe(true);
});
