import { expect, test } from 'vitest';
import { node, processFile, start, userTask } from '../../../support/bpmn-xml.ts';
import { readXml } from '../../../support/inner/model.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'gateway-without-outgoing-flow';

test.each([
  ['exclusiveGateway', 'warning g: No flow leaves the gateway "g", so its path ends there.'],
  ['eventBasedGateway', 'error g: No flow leaves the gateway "g", so it waits for nothing.'],
])('an %s that nothing follows is named', async (tag, said) => {
  const xml = processFile([start(), userTask('a'), node(tag, 'g')], 'start > a > g');
  expect(await findProblems(xml, rule)).toEqual([said]);
});

test('a path may end at anything else', async () => {
  const xml = processFile([start(), userTask('a')], 'start > a');
  expect((await readXml(xml)).problems).toEqual([]);
});
