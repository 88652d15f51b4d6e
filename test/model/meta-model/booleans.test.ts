import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import {
  boundary,
  bpmn,
  catchEvent,
  element,
  end,
  eventGateway,
  fileWith,
  message,
  node,
  process,
  processFile,
  receiveTask,
  root,
  start,
  subProcess,
  timer,
  userTask,
} from '../../support/bpmn-xml.ts';
import { parseBpmn, walkTree, writeBpmn } from '../../support/inner/model.ts';
import { writeModel } from '../../support/inner/plugin.ts';
import { prepare } from '../prepare/prepare.ts';

interface MetaModel {
  readonly types: readonly {
    readonly name: string;
    readonly properties?: readonly { readonly name: string; readonly type: string }[];
  }[];
}

const { types } = createRequire(import.meta.url)('bpmn-moddle/resources/bpmn/json/bpmn.json') as MetaModel;
const booleans = types.flatMap(({ name, properties = [] }) =>
  properties.filter(({ type }) => type === 'Boolean').map((property) => `${name}.${property.name}`),
);

const ROOTS = root('message', 'm', { name: 'm' });
const beside = (xml: string) => fileWith(userTask('a'), { content: xml });
const amongRoots = (xml: string) => fileWith(userTask('a'), { roots: xml });
const onTask = (content: string) => fileWith(userTask('a', { content }));
const inPart = (attributes: Record<string, string>, tag = 'subProcess') =>
  fileWith({ ...subProcess('a', [start('s'), userTask('u'), end('e')], 's > u > e', { attributes }), tag });

/** By type and property, a file that gives it this value. */
const SAMPLES: Readonly<Record<string, (value: string) => string>> = {
  'Process.isClosed': (isClosed) => fileWith(userTask('a'), { attributes: { isClosed } }),
  'Process.isExecutable': (isExecutable) =>
    fileWith(userTask('a'), { isExecutable: null, attributes: { isExecutable } }),
  'EventBasedGateway.instantiate': (instantiate) =>
    processFile(
      [start(), eventGateway('g', { attributes: { instantiate } }), catchEvent('c', timer('P1D')), end()],
      'start > g > c > end',
    ),
  'Extension.mustUnderstand': (mustUnderstand) =>
    amongRoots(element('extension', { mustUnderstand, definition: 'x:y' })),
  'StartEvent.isInterrupting': (isInterrupting) =>
    beside(
      element(
        'subProcess',
        { id: 'h', triggeredByEvent: true },
        `<startEvent id="hs" isInterrupting="${isInterrupting}">${timer('P1D')}</startEvent>`,
      ),
    ),
  'CatchEvent.parallelMultiple': (parallelMultiple) =>
    fileWith(catchEvent('c', timer('P1D') + message('m'), { attributes: { parallelMultiple } }), { roots: ROOTS }),
  'BoundaryEvent.cancelActivity': (cancelActivity) =>
    processFile(
      [start(), userTask('a'), boundary('b', 'a', timer('P1D'), { attributes: { cancelActivity } }), end()],
      'start > a > end; b > end',
    ),
  'CompensateEventDefinition.waitForCompletion': (waitForCompletion) =>
    fileWith(
      node('intermediateThrowEvent', 't', { content: element('compensateEventDefinition', { waitForCompletion }) }),
    ),
  'DataInput.isCollection': (isCollection) =>
    onTask(element('ioSpecification', {}, `${element('dataInput', { id: 'i', isCollection })}<inputSet/><outputSet/>`)),
  'DataOutput.isCollection': (isCollection) =>
    onTask(
      element('ioSpecification', {}, `${element('dataOutput', { id: 'o', isCollection })}<inputSet/><outputSet/>`),
    ),
  'DataObject.isCollection': (isCollection) => beside(element('dataObject', { id: 'd', isCollection })),
  'DataStore.isUnlimited': (isUnlimited) => amongRoots(element('dataStore', { id: 'd', isUnlimited })),
  'ItemDefinition.isCollection': (isCollection) => amongRoots(element('itemDefinition', { id: 'i', isCollection })),
  'SequenceFlow.isImmediate': (isImmediate) =>
    fileWith(userTask('a')).replace('<sequenceFlow ', `$&isImmediate="${isImmediate}" `),
  'ResourceParameter.isRequired': (isRequired) =>
    amongRoots(element('resource', { id: 'r', name: 'r' }, element('resourceParameter', { id: 'p', isRequired }))),
  'Collaboration.isClosed': (isClosed) =>
    bpmn(
      element('collaboration', { id: 'c', isClosed }),
      process('process', [start(), userTask('a'), end()], 'start > a > end'),
    ),
  'Activity.isForCompensation': (isForCompensation) => fileWith(userTask('a', { attributes: { isForCompensation } })),
  'SubProcess.triggeredByEvent': (triggeredByEvent) => inPart({ triggeredByEvent }),
  'MultiInstanceLoopCharacteristics.isSequential': (isSequential) =>
    fileWith(userTask('a', { multiInstance: { cardinality: 2, attributes: { isSequential } } })),
  'StandardLoopCharacteristics.testBefore': (testBefore) =>
    onTask(element('standardLoopCharacteristics', { testBefore, loopMaximum: 3 })),
  'ReceiveTask.instantiate': (instantiate) =>
    fileWith(receiveTask('a', 'm', { attributes: { instantiate } }), { roots: ROOTS }),
  'AdHocSubProcess.cancelRemainingInstances': (cancelRemainingInstances) =>
    inPart({ cancelRemainingInstances }, 'adHocSubProcess'),
};

/** The schema of BPMN 2.0 has no element for it. */
const NEVER_WRITTEN = 'ExtensionAttributeDefinition.isReference';

test('every Boolean of the meta model has a sample, and nothing else', () => {
  expect([...Object.keys(SAMPLES), NEVER_WRITTEN].toSorted()).toEqual(booleans.toSorted());
});

describe.each(Object.entries(SAMPLES))('%s', (what, sample) => {
  test.each([
    ['1', true],
    [' true ', true],
    ['\n1\t', true],
    ['0', false],
    [' false ', false],
  ])('%j is %s, and judged so', async (text, value) => {
    expect(await valueIn(sample(text), what)).toBe(value);
    expect(await writeBpmn((await parseBpmn(sample(text))).definitions)).toBe(
      await writeBpmn((await parseBpmn(sample(`${value}`))).definitions),
    );
    const [said, plain] = [await prepare(sample(text)), await prepare(sample(`${value}`))];
    expect(said.problems).toEqual(plain.problems);
    expect(said.model && writeModel(said.model)).toBe(plain.model && writeModel(plain.model));
  });

  test.each(['yes', 'TRUE', ''])('"%s" is refused', async (text) => {
    const { model, problems } = await prepare(sample(text));
    expect(model).toBeUndefined();
    const found = problems.filter(({ rule }) => rule === 'boolean-invalid').map(({ reason }) => reason);
    expect(found).toEqual([`${what.split('.')[1]}="${text}" is neither true nor false.`]);
  });
});

/** The value of a property of the first element that says it. */
async function valueIn(xml: string, what: string): Promise<unknown> {
  const property = what.split('.')[1] ?? '';
  for (const each of walkTree((await parseBpmn(xml)).definitions)) {
    const owned = each.$descriptor?.properties?.some(({ ns }) => ns.localName === property);
    if (owned && Object.hasOwn(each, property)) return each.get(property);
  }
  return undefined;
}
