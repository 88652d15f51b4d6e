import { expect, test } from 'vitest';
import {
  catchEvent,
  end,
  exclusive,
  fileWith,
  lanes,
  processFile,
  serviceTask,
  start,
  userTask,
} from '../../../support/bpmn-xml.ts';
import { readXml } from '../../../support/inner/model.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'reference-unresolved';

test('a default flow that is not there is refused', async () => {
  const xml = processFile(
    [start(), userTask('decide'), exclusive('g'), end('yes'), end('no')],
    'start > decide > g; g >[${x}] yes; g >[${!x}] no',
  ).replace('<exclusiveGateway ', '<exclusiveGateway default="gone" ');
  expect(await findProblems(xml, rule)).toEqual([
    'error g: "g" names gone as the default flow, but the file has no such element.',
  ]);
});

test('a lane that lists something that is not there gets a warning: nobody asks for it', async () => {
  const xml = processFile([start(), userTask('a'), end()], 'start > a > end', {
    before: lanes({ Finance: ['a', 'gone'] }),
  });
  expect(await findProblems(xml, rule)).toEqual([
    'warning lane-Finance: "Finance" names gone as an element of the lane, which is not there.',
  ]);
});

test('a default flow of what chooses nothing is a warning', async () => {
  const xml = fileWith(userTask('a', { attributes: { default: 'gone' } }));
  expect(await findProblems(xml, rule)).toEqual(['warning a: "a" names gone as its default flow, which is not there.']);
});

test('an event definition that is not there is refused, since the event would wait for nothing', async () => {
  const xml = fileWith(catchEvent('wait', '<eventDefinitionRef>gone</eventDefinitionRef>'));
  expect(await findProblems(xml, rule)).toEqual([
    'error wait: "wait" names gone as what it waits for or throws, but the file has no such element.',
  ]);
});

test('an output collection and an operation that are not there get a warning, as those that are', async () => {
  const content = '<loopDataOutputRef>votes</loopDataOutputRef>';
  const collecting = fileWith(userTask('a', { multiInstance: { cardinality: 2, content } }));
  expect(await findProblems(collecting, rule)).toEqual([
    'warning a: "a" names votes as its output collection, which is not run.',
  ]);
  const calling = fileWith(serviceTask('a', { attributes: { operationRef: 'gone' } }));
  expect(await findProblems(calling, rule)).toEqual(['warning a: "a" names gone as its operation, which is not run.']);
});

test('references that a run does not need may dangle', async () => {
  const xml = fileWith(
    userTask('a', { content: '<dataInputAssociation id="d"><targetRef>gone</targetRef></dataInputAssociation>' }),
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});

test.each([
  ['targetRef', 'leads to'],
  ['sourceRef', 'comes from'],
])('the %s of a flow that names nothing is refused, and nothing that follows from it', async (property, way) => {
  const flow = property === 'targetRef' ? 'targetRef="end"' : 'sourceRef="a"';
  const xml = processFile([start(), userTask('a'), end()], 'start > a > end').replace(flow, `${property}="nowhere"`);
  const { problems } = await readXml(xml);
  expect(problems).toEqual([
    {
      rule,
      severity: 'error',
      elementId: expect.any(String),
      reason: expect.stringMatching(`^The flow .* ${way} nowhere, but the file has no such element.$`),
      remedy: `Correct its ${property}, or delete the flow.`,
    },
  ]);
});
