import { createRequire } from 'node:module';
import BpmnModdle from 'bpmn-moddle';
import { describe, expect, test } from 'vitest';
import { mayStandOn, VENDOR_PLACES } from '../../../../src/model/rules/vendors/vendor-places.ts';
import {
  bpmn,
  callActivity,
  catchEvent,
  end,
  exclusive,
  fileWith,
  message,
  process,
  root,
  scriptTask,
  serviceTask,
  start,
  userTask,
} from '../../../support/bpmn-xml.ts';
import { type ModdleElement, VENDOR_NAMES } from '../../../support/inner/model.ts';
import { findProblems } from '../../find-problems.ts';
import { findPrepared } from '../../prepare/prepare.ts';

const rule = 'vendor-name-misplaced';
const inVain = (id: string, names: string) => [
  `warning ${id}: Has no meaning in this place, so it is not read: ${names}.`,
];

test('a service on a user task is named', async () => {
  const xml = fileWith(userTask('a', { attributes: { 'camunda:topic': 'mail', 'flowable:class': 'org.Mail' } }));
  expect(await findProblems(xml, rule)).toEqual(inVain('a', 'camunda:topic of userTask, flowable:class of userTask'));
});

test.each(['camunda', 'flowable', 'activiti'])('an assignee of %s on a service task is', async (vendor) => {
  const xml = fileWith(serviceTask('a', { attributes: { [`${vendor}:assignee`]: 'bo' } }));
  expect(await findProblems(xml, rule)).toEqual(inVain('a', `${vendor}:assignee of serviceTask`));
});

test('elements are, on the wrong element and outside of the one they belong in', async () => {
  const extensions = '<zeebe:assignmentDefinition assignee="bo"/><zeebe:input source="=x" target="y"/>';
  expect(await findProblems(fileWith(serviceTask('a', { extensions })), rule)).toEqual(
    inVain('a', 'zeebe:assignmentDefinition of serviceTask, zeebe:input of serviceTask'),
  );
});

test('what belongs on the message is named on the event that waits for it', async () => {
  const extensions = '<zeebe:subscription correlationKey="=order"/>';
  const waiting = (onMessage: string, onEvent: string) =>
    fileWith(catchEvent('c', message('m'), { extensions: onEvent }), {
      roots: root('message', 'm', { name: 'm' }, onMessage),
    });
  expect(await findProblems(waiting('', extensions), rule)).toEqual(
    inVain('c', 'zeebe:subscription of intermediateCatchEvent'),
  );
  expect(await findProblems(waiting(extensions, ''), rule)).toEqual([]);
});

test('a collection on the task instead of its marker is named; on a marker, a service is', async () => {
  const onTask = fileWith(userTask('a', { attributes: { 'camunda:collection': '${people}' } }));
  expect(await findProblems(onTask, rule)).toEqual(inVain('a', 'camunda:collection of userTask'));
  const marked = { cardinality: 2, attributes: { 'camunda:class': 'x' } };
  expect(await findProblems(fileWith(userTask('a', { multiInstance: marked })), rule)).toEqual(
    inVain('a', 'camunda:class of multiInstanceLoopCharacteristics'),
  );
});

test('what stands where it belongs is not, nor what is blank', async () => {
  const forms = '<camunda:formData/><zeebe:userTask/><camunda:properties/><zeebe:properties/>';
  const task = userTask('a', { users: 'bo', extensions: forms, attributes: { 'camunda:topic': ' ' } });
  expect(await findProblems(fileWith(task), rule)).toEqual([]);
  const gateway = exclusive('x', { attributes: { 'camunda:asyncBefore': true, 'zeebe:modelerTemplate': 't' } });
  expect(await findProblems(fileWith(gateway), rule)).toEqual([]);
});

test('nor what is read where its engine has none: the topic of a script task', async () => {
  const xml = fileWith(scriptTask('a', 'x', { attributes: { 'camunda:type': 'external', 'camunda:topic': 'work' } }));
  expect(await findProblems(xml, rule)).toEqual([]);
});

test('nor what a call and the process it calls had, once that is drawn in', async () => {
  const extensions = '<zeebe:calledElement processId="part" propagateAllChildVariables="false"/>';
  const part = process('part', [start('s'), userTask('t'), end('e')], 's > t > e', {
    isExecutable: false,
    extensions: '<zeebe:versionTag value="v1"/>',
  });
  const main = process('main', [start(), callActivity('call', undefined, { extensions }), end()], 'start > call > end');
  const found = await findPrepared(bpmn(main, part));
  expect(found.filter((text) => text.startsWith(rule))).toEqual([]);
});

interface Descriptor {
  readonly types: readonly {
    readonly name: string;
    readonly extends?: readonly string[];
    readonly superClass?: readonly string[];
    readonly properties?: readonly { readonly type: string }[];
    readonly meta?: { readonly allowedIn?: readonly string[] };
  }[];
}

const load = createRequire(import.meta.url);

/** Where the product goes by a name that the descriptor has elsewhere. */
const READ_BESIDES: Readonly<Record<string, readonly string[]>> = {
  camunda: ['class', 'delegateExpression', 'expression', 'type', 'topic'].map((name) => `${name} on ScriptTask`),
  zeebe: [],
};

/** Where the descriptor is wider than its engine; `anywhere` is where it says nothing. */
const NOT_THERE: Readonly<Record<string, Readonly<Record<string, (type: string) => boolean>>>> = {
  camunda: {},
  zeebe: {
    // It names the element around the list in which they stand.
    input: () => true,
    output: () => true,
    linkedResource: () => true,
    // It does not say that this is for messages alone.
    subscription: (type) => type !== 'Message',
  },
};

describe.each([
  ['camunda', load('camunda-bpmn-moddle/resources/camunda.json') as Descriptor],
  ['zeebe', load('zeebe-bpmn-moddle/resources/zeebe.json') as Descriptor],
] as const)('the places of %s are those of its descriptor', (vendor, descriptor) => {
  const moddle = new BpmnModdle({ [vendor]: descriptor });
  const bpmnTypes = moddle.getPackage('bpmn').types.map(({ name }) => name.replace('bpmn:', ''));
  const descriptors = new Map(
    bpmnTypes.map((type) => [type, (moddle.create(`bpmn:${type}`) as ModdleElement).$descriptor] as const),
  );
  const known = VENDOR_NAMES[vendor];
  const places = VENDOR_PLACES[vendor];

  /** As the rule has it, `name on Type`. */
  function listed(names: Iterable<string>, placesOf: Readonly<Record<string, string>>): readonly string[] {
    return [...names].flatMap((name) =>
      bpmnTypes.filter((type) => mayStandOn(plainTypesOf(type), placesOf[name])).map((type) => `${name} on ${type}`),
    );
  }

  function plainTypesOf(type: string): readonly string[] {
    const all = Object.keys(descriptors.get(type)?.allTypesByName ?? {});
    return all.filter((each) => each.startsWith('bpmn:')).map((each) => each.replace('bpmn:', ''));
  }

  test('for attributes', () => {
    const described = bpmnTypes.flatMap((type) =>
      (descriptors.get(type)?.properties ?? [])
        .filter(({ isAttr, ns }) => isAttr === true && ns.prefix === vendor)
        .map(({ ns }) => `${ns.localName} on ${type}`),
    );
    // How a modeler came to an element says nothing wherever it stands.
    const names = [...known.attributes].filter((name) => !name.startsWith('modelerTemplate'));
    const expected = [...described, ...(READ_BESIDES[vendor] ?? [])].filter(
      (each) => !each.startsWith('modelerTemplate'),
    );
    expect(listed(names, places.attributes).toSorted()).toEqual([...new Set(expected)].toSorted());
  });

  test('for elements', () => {
    const types = new Map(
      descriptor.types.filter((type) => type.extends === undefined).map((type) => [lower(type.name), type]),
    );
    const described = [...known.elements.keys()].flatMap((name) =>
      bpmnTypes
        .filter((type) => isAllowed(name, type, types) && NOT_THERE[vendor]?.[name]?.(type) !== true)
        .map((type) => `${name} on ${type}`),
    );
    expect(listed(known.elements.keys(), places.elements).toSorted()).toEqual(described.toSorted());
  });

  function isAllowed(name: string, bpmnType: string, types: ReadonlyMap<string, Descriptor['types'][number]>): boolean {
    const type = types.get(name);
    if (type === undefined) return false;
    const allowed = type.meta?.allowedIn;
    if (allowed === undefined) return !isPartOfAnother(type);
    const all = descriptors.get(bpmnType)?.allTypesByName ?? {};
    return allowed.some((place) => place === '*' || place in all);
  }

  function isPartOfAnother({ name, superClass = [] }: Descriptor['types'][number]): boolean {
    const names = new Set([name, ...superClass]);
    return descriptor.types.some(({ properties = [] }) =>
      properties.some(({ type }) => names.has(type.replace(/^.*:/, ''))),
    );
  }
});

function lower(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
