import { expect, test } from 'vitest';
import { end, fileWith, node, processFile, serviceTask, start } from '../../../support/bpmn-xml.ts';
import { readXml } from '../../../support/inner/model.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'service-missing';
const xml = processFile([start(), serviceTask('book'), serviceTask('pay'), end()], 'start > book > pay > end');

test('each service that the host has not is named', async () => {
  expect(await findProblems(xml, rule, { services: new Set(['book']) })).toEqual([
    'error pay: "pay" calls the service pay, which was not passed to the bridge.',
  ]);
});

test('nothing is said where it is not known which services there are', async () => {
  expect(await findProblems(xml, rule)).toEqual([]);
});

test('a service without a name is said once', async () => {
  const xml = fileWith(node('serviceTask', 'a'));
  const { problems } = await readXml(xml, { services: new Set() });
  expect(problems.map(({ rule: each, reason }) => `${each}: ${reason}`)).toEqual([
    'service-missing: "a" calls the service a, which was not passed to the bridge; the diagram names no service, so the id of the element is used.',
  ]);
});
