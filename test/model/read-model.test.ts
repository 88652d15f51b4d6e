import BpmnModdle from 'bpmn-moddle';
import camunda from 'camunda-bpmn-moddle/resources/camunda.json' with { type: 'json' };
import { expect, test } from 'vitest';
import zeebe from 'zeebe-bpmn-moddle/resources/zeebe.json' with { type: 'json' };
import { type ReadModelResult, readModel } from '../../src/model/read-model.ts';
import {
  bpmn,
  end,
  fileWith,
  process,
  processFile,
  properties,
  serviceTask,
  start,
  userTask,
} from '../support/bpmn-xml.ts';
import { draw } from '../support/draw.ts';
import { isModdleElement, parseBpmn, readXml } from '../support/inner/model.ts';

const RICH = draw({
  exclusive: 'g',
  others: [
    userTask('ask', {
      groups: 'hr',
      attributes: { 'camunda:dueDate': 'P1D' },
      extensions: properties({ 'ttc:handlers': '${boss}', 'ttc:summary': 'Days|${days}' }),
      multiInstance: { collection: '${people}', elementVariable: 'p' },
    }),
    serviceTask('pay', {
      attributes: { 'ttc:service': undefined },
      extensions:
        '<zeebe:taskDefinition type="pay"/><zeebe:ioMapping><zeebe:input source="=sum" target="amount"/></zeebe:ioMapping>',
    }),
  ],
  paths: 'start > ask > g; g >"Yes"{ttc:vote=approve} pay; g >"No"{ttc:vote=reject} end; pay > end',
});

test('a tree and a text give the same model', async () => {
  const built = readModel({ definitions: (await parseBpmn(RICH)).definitions });
  expect(built.model).toBeDefined();
  expect(said(built)).toEqual(await withoutTree(RICH));
});

const said = ({ model, problems }: ReadModelResult) => ({ model, problems });

async function withoutTree(xml: string) {
  return said(await readXml(xml));
}

// The two descriptors cannot be loaded together: both extend the same BPMN types with a property of one name.
test.each([
  ['camunda', { camunda }],
  ['zeebe', { zeebe }],
])('a tree that was parsed with the descriptor of %s reads the same', async (_vendor, descriptors) => {
  const { rootElement } = await new BpmnModdle(descriptors).fromXML(RICH);
  if (!isModdleElement(rootElement)) throw new Error('no definitions');
  expect(said(readModel({ definitions: rootElement }))).toEqual(await withoutTree(RICH));
});

test('a file that calls the namespaces by other prefixes reads the same', async () => {
  const renamed = RICH.replaceAll('camunda:', 'c7:')
    .replace('xmlns:camunda', 'xmlns:c7')
    .replaceAll('zeebe:', 'c8:')
    .replace('xmlns:zeebe', 'xmlns:c8');
  expect(renamed).toContain('c7:candidateGroups');
  expect(await withoutTree(renamed)).toEqual(await withoutTree(RICH));
});

test('a prefix of another namespace is not taken for a vendor', async () => {
  const other = fileWith(userTask('a')).replace('http://camunda.org/schema/1.0/bpmn', 'http://elsewhere');
  expect((await readXml(other)).problems).toMatchObject([
    { rule: 'prefix-undeclared', severity: 'warning', guess: true },
    { rule: 'user-task-without-handler', elementId: 'a' },
  ]);
});

test('a process without isExecutable gets it, where it is accepted', async () => {
  const accepted = (
    await parseBpmn(processFile([start(), userTask('a'), end()], 'start > a > end', { isExecutable: null }))
  ).definitions;
  expect(readModel({ definitions: accepted }).model).toBeDefined();
  expect(accepted.rootElements?.[0]?.get('isExecutable')).toBe(true);
});

test('a refused one is left as it is', async () => {
  const refused = (await parseBpmn(processFile([userTask('a'), end()], 'a > end', { isExecutable: null }))).definitions;
  expect(readModel({ definitions: refused }).model).toBeUndefined();
  expect(refused.rootElements?.[0]?.get('isExecutable')).toBeUndefined();
});

test('the executable process is read where there are others', async () => {
  const xml = bpmn(
    process('customer', [start('s1')], '', { isExecutable: false }),
    process('shop', [start(), userTask('a'), end()], 'start > a > end'),
  );
  expect((await readXml(xml)).model?.processId).toBe('shop');
});

test('all problems are reported at once, each with element, reason and remedy', async () => {
  const xml = processFile(
    [
      start(),
      userTask('a', { assignee: '${x.getClass()}', attributes: { 'ttc:timeOut': '-1' } }),
      serviceTask('b', { attributes: { 'ttc:service': undefined } }),
    ],
    'start > a > b',
    { isExecutable: false },
  );
  const { model, problems } = await readXml(xml);
  expect(model).toBeUndefined();
  expect(problems.map(({ rule, elementId }) => `${rule} ${elementId}`)).toEqual([
    'process-not-executable process',
    'expression-invalid a',
    'time-out-invalid a',
    'service-without-name b',
  ]);
  for (const { reason, remedy } of problems) {
    expect(reason).toMatch(/\S.*\.$/s);
    expect(remedy).toMatch(/\S.*\.$/s);
  }
});

test('a file that was accepted before is not judged again, so that a younger rule stops nothing that runs', async () => {
  const xml = fileWith(userTask('a', { assignee: 'ann', extensions: '<ttc:action type="HANDLE"/>' }));
  expect((await readXml(xml, {})).model).toBeUndefined();
  const { model, problems } = await readXml(xml, { accepted: true });
  expect(problems).toEqual([]);
  expect(model?.userTasks.get('a')?.buttons).toHaveLength(1);
});
