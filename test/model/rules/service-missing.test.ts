import { expect, test } from 'vitest';
import { end, processFile, serviceTask, start } from '../../support/bpmn-xml.ts';
import { findProblems } from '../find-problems.ts';

const rule = 'service-missing';
const xml = processFile([start(), serviceTask('book'), serviceTask('pay'), end()], 'start > book > pay > end');

test('each service that the host has not is named', async () => {
  expect(await findProblems(xml, rule, { services: new Set(['book']) })).toEqual([
    'error pay: "pay" calls the service pay, which the bridge was not given.',
  ]);
});

test('nothing is said where it is not known which services there are', async () => {
  expect(await findProblems(xml, rule)).toEqual([]);
});
