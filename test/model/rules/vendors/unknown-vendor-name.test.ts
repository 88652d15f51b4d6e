import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { bareTask, catchEvent, fileWith, message, root, serviceTask, userTask } from '../../../support/bpmn-xml.ts';
import { readXml, VENDOR_NAMES } from '../../../support/inner/model.ts';
import { findProblems } from '../../find-problems.ts';

const rule = 'unknown-vendor-name';
const slip = (id: string, names: string) => [`warning ${id}: No engine knows ${names}, so it is not read.`];

test.each(['camunda', 'flowable', 'activiti'])('a slip in an attribute of %s is named', async (vendor) => {
  const xml = fileWith(
    userTask('a', { attributes: { [`${vendor}:canditateUsers`]: 'bo', [`${vendor}:asignee`]: 'x' } }),
  );
  expect(await findProblems(xml, rule)).toEqual(slip('a', `${vendor}:canditateUsers, ${vendor}:asignee`));
});

test('slips in elements and in their attributes are, in one warning', async () => {
  const extensions =
    '<zeebe:asignmentDefinition assignee="bo"/><zeebe:assignmentDefinition asignee="bo"/><flowable:fild/>' +
    '<camunda:inputOutput><camunda:inputParametr name="x"/></camunda:inputOutput>';
  expect(await findProblems(fileWith(userTask('a', { extensions })), rule)).toEqual(
    slip('a', 'zeebe:asignmentDefinition, asignee of zeebe:assignmentDefinition, flowable:fild, camunda:inputParametr'),
  );
});

test('what belongs elsewhere is named: Camunda 8 has no attribute for an assignee', async () => {
  const xml = fileWith(userTask('a', { attributes: { 'zeebe:assignee': 'bo' } }));
  expect(await findProblems(xml, rule)).toEqual(slip('a', 'zeebe:assignee'));
});

test('a slip on a marker, a process or a message is named there', async () => {
  const attributes = { 'camunda:elementVar': 'x' };
  const marked = fileWith(userTask('a', { multiInstance: { cardinality: 2, attributes } }));
  expect(await findProblems(marked, rule)).toEqual(slip('a', 'camunda:elementVar'));
  const onProcess = fileWith(userTask('a'), { attributes: { 'camunda:historyTtl': 'P1D' } });
  expect(await findProblems(onProcess, rule)).toEqual(slip('process', 'camunda:historyTtl'));
  const roots = root('message', 'm', { name: 'm' }, '<zeebe:subscription corelationKey="=x"/>');
  const catching = fileWith(catchEvent('c', message('m')), { roots });
  expect(await findProblems(catching, rule)).toEqual(slip('m', 'corelationKey of zeebe:subscription'));
});

test('names that engines have, and those of other namespaces, are not', async () => {
  const extensions =
    '<camunda:executionListener event="start"/><zeebe:taskHeaders/><other:thing xmlns:other="http://o"/>';
  const xml = fileWith(
    serviceTask('a', { extensions, attributes: { 'camunda:type': 'external', 'ttc:taskName': 'x' } }),
  );
  expect(await findProblems(xml, rule)).toEqual([]);
});

interface Descriptor {
  readonly types: readonly {
    readonly name: string;
    readonly isAbstract?: boolean;
    readonly extends?: readonly string[];
    readonly superClass?: readonly string[];
    readonly properties?: readonly Property[];
  }[];
}

interface Property {
  readonly name: string;
  readonly type: string;
  readonly isAttr?: boolean;
  readonly isBody?: boolean;
}

const { resolve } = createRequire(import.meta.url);
/** Read anew: a parser that was given a descriptor writes into it. */
const load = (path: string): Descriptor => JSON.parse(readFileSync(resolve(path), 'utf8'));

describe.each([
  ['camunda', load('camunda-bpmn-moddle/resources/camunda.json')],
  ['zeebe', load('zeebe-bpmn-moddle/resources/zeebe.json')],
] as const)('the names of %s', (vendor, { types }) => {
  const { attributes, elements } = VENDOR_NAMES[vendor];
  const local = (name: string) => name.replace(/^.*:/, '');
  const isOnBpmn = (type: (typeof types)[number]) => type.extends?.some((each) => !each.startsWith('zeebe:')) ?? false;
  const bases = new Set(types.flatMap(({ superClass = [] }) => superClass));
  const written = types.filter(
    (type) => !isOnBpmn(type) && type.extends === undefined && type.isAbstract !== true && !bases.has(type.name),
  );
  const lower = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

  test('are those of its descriptor', () => {
    const ofBpmn = types.filter(isOnBpmn).flatMap(({ properties = [] }) => properties.map(({ name }) => local(name)));
    expect([...attributes].toSorted()).toEqual([...new Set(ofBpmn)].toSorted());
    const parts = types.flatMap(({ properties = [] }) =>
      properties.filter((each) => each.isAttr !== true && each.isBody !== true && /^String$|^bpmn:Res/.test(each.type)),
    );
    const names = [...written.map(({ name }) => lower(name)), ...parts.map(({ name }) => name)];
    const known = [...elements.keys()].filter((name) => name !== 'formalExpression');
    expect(known.toSorted()).toEqual([...new Set(names)].toSorted());
  });

  test.each(written)('$name has the attributes that are known', ({ name, properties = [] }) => {
    const own = properties.filter(({ isAttr }) => isAttr === true).map((each) => local(each.name));
    const known = elements.get(lower(name));
    expect(own.filter((each) => known?.has(each) !== true)).toEqual([]);
  });
});

test('what was most likely meant is said, and is a guess', async () => {
  const xml = fileWith(
    userTask('a', { attributes: { 'camunda:priorty': '3', 'zeebe:candidateUsers': 'bo', 'flowable:zzz': '' } }),
  );
  const { problems } = await readXml(xml);
  expect(problems).toMatchObject([
    {
      rule,
      guess: true,
      remedy:
        'Write camunda:priority for camunda:priorty, candidateUsers of <zeebe:assignmentDefinition> for zeebe:candidateUsers, if that is what you mean; otherwise remove it.',
    },
  ]);
});

test('a slip that leaves a user task without handlers is said once, with what is meant', async () => {
  const xml = fileWith(bareTask('a', { attributes: { 'camunda:assigne': 'bo' } }));
  const { problems } = await readXml(xml);
  expect(problems).toMatchObject([
    {
      rule: 'user-task-without-handler',
      severity: 'error',
      reason: 'Nobody can handle the user task "a": no engine knows its camunda:assigne.',
      remedy: expect.stringMatching(/^Write camunda:assignee for camunda:assigne; or set the option/),
    },
  ]);
});

test('what the editor of RuoYi keeps for itself is read past', async () => {
  const attributes = { 'flowable:dataType': 'USERS', 'flowable:userType': 'assignee', 'flowable:text': 'Anna' };
  const xml = fileWith(userTask('a', { attributes: { 'flowable:assignee': '1', ...attributes } }), {
    attributes: { 'flowable:processCategory': 'leave' },
  });
  expect((await readXml(xml)).problems).toEqual([]);
});

test.each(['activiti', 'flowable'])(
  'fields in the form data of %s, whose defaults are read, are known',
  async (vendor) => {
    const field = `<${vendor}:formField id="days" type="long" defaultValue="3"/>`;
    const form = fileWith(userTask('a', { extensions: `<${vendor}:formData>${field}</${vendor}:formData>` }));
    expect((await readXml(form)).problems.map((problem) => problem.rule)).toEqual(['vendor-feature-not-run']);
    const alone = fileWith(userTask('a', { extensions: field }));
    expect((await readXml(alone)).problems.map((problem) => problem.rule)).toEqual(['vendor-name-misplaced']);
  },
);
