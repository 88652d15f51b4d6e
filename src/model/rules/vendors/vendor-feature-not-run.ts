import {
  type Extension,
  findExtensions,
  readExtensions,
  readVendorAttribute,
  readVendorAttributes,
  readZeebe,
} from '../../moddle/extension.ts';
import { elementOf, elementsOf, type ModdleElement } from '../../moddle/moddle-element.ts';
import { readMark } from '../../moddle/prepared-mark.ts';
import type { Vendor } from '../../moddle/vendor.ts';
import { collectsOutput } from '../../read/data/read-multi-instance-output.ts';
import type { UserTaskDraft } from '../../read/draft.ts';
import { SERVICE_TYPES, sendsByService } from '../../read/services/read-service.ts';
import { SERVICE_FIELDS } from '../../read/services/read-service-fields.ts';
import { isWebAddress, readFormKey } from '../../read/tasks/read-form.ts';
import type { Finding, Rule } from '../rule.ts';
import { findUnsupported } from '../shared/supported-elements.ts';
import { CALL_SETTINGS, FEATURES_BY_NAME, featureCalled, START_FORM, type VendorFeature } from './vendor-features.ts';
import { isEngine } from './vendor-names.ts';

/** A feature of an element, as messages name it: as it is called, with details. */
interface FoundFeature extends VendorFeature {
  readonly shown: string;
}

function found(feature: VendorFeature, detail = ''): FoundFeature {
  return { ...feature, shown: `${feature.called}${detail}` };
}

const EVENT_SERVICE = featureCalled('a service that sends the message');
const FLOW_PRIORITY = featureCalled(
  'a priority among the flows of a gateway, which are evaluated in the order of the file',
);
const FORM = featureCalled('the form');
const INITIATOR = featureCalled('a variable for its initiator');
const MAPPING = featureCalled('an input or output mapping');
const OUTLIVES_CALL = featureCalled('a called process that outlives its call (independent)');
const OUTPUT_COLLECTION = featureCalled('an output collection');
const RETRIES = featureCalled('a number of retries');

const vendorFeatureNotRun: Rule = {
  name: 'vendor-feature-not-run',
  severity: 'warning',
  says: 'listeners, forms, asynchronous continuations, retries, output collections, settings of calls and similar features run only in the engine the diagram was drawn for; a guess if they decide who handles a task, which flow is taken or how often',
  remedy: 'Let the host or a service do it: the problem says how.',
  check({ diagram, userTasks }) {
    const tasks = new Map(userTasks.map((task) => [task.node.id, task]));
    return [
      ...judge(diagram.processId, diagram.processName, diagram.element),
      ...[...diagram.nodes.values()]
        .filter(({ element }) => findUnsupported(element) === undefined)
        .flatMap(({ id, name, element }) => judge(id, name, element, ignoredMappings(tasks.get(id)))),
      ...[...diagram.flows.values()].flatMap(({ id, element }) => judge(id, id, element)),
    ];
  },
};

/** Mappings of a user task that are not supported: scripts, and values that only the original engine understands. */
function ignoredMappings(task: UserTaskDraft | undefined): readonly FoundFeature[] {
  const { ignored = [] } = task?.mappings ?? {};
  return ignored.length === 0 ? [] : [found(MAPPING, ` (${ignored.join(', ')})`)];
}

function judge(
  elementId: string,
  name: string,
  element: ModdleElement,
  ignored: readonly FoundFeature[] = [],
): readonly Finding[] {
  const loop = elementOf(element, 'loopCharacteristics');
  const all = [
    ...findFeatures(element),
    ...ignored,
    ...(loop === undefined ? [] : findFeatures(loop)),
    ...elementsOf(element, 'eventDefinitions').flatMap((definition) => findEventService(definition, element)),
  ].map((feature) => (isStart(element) ? asStartForm(feature) : feature));
  const features = [...new Map(all.map((feature) => [feature.shown, feature])).values()];
  if (features.length === 0) return [];
  return [
    {
      elementId,
      reason: `"${name}" has ${features.map(({ shown }) => shown).join(', ')}: that belongs to the engine it was drawn for and is not run.`,
      remedy: adviseOn(features),
      cause: { parts: features.map(({ called }) => called) },
      ...(features.some(({ decides }) => decides) && { guess: true }),
    },
  ];
}

function isStart({ $type, $parent }: ModdleElement): boolean {
  return $type === 'bpmn:StartEvent' && $parent?.$type === 'bpmn:Process';
}

function asStartForm(feature: FoundFeature): FoundFeature {
  const { called, shown, atStart } = feature;
  if (atStart === undefined) return feature;
  return { ...feature, shown: shown.replace(called, atStart), remedy: START_FORM };
}

/** One sentence per remedy. */
function adviseOn(features: readonly FoundFeature[]): string {
  const byRemedy = new Map<string, string[]>();
  for (const { remedy, shown } of features) byRemedy.set(remedy, [...(byRemedy.get(remedy) ?? []), shown]);
  const [only, ...others] = byRemedy.keys();
  if (only !== undefined && others.length === 0) return only;
  const lowerFirst = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);
  return [...byRemedy].map(([remedy, shown]) => `For ${shown.join(', ')}: ${lowerFirst(remedy)}`).join(' ');
}

function findFeatures(element: ModdleElement): readonly FoundFeature[] {
  const elements = readExtensions(element).filter(
    ({ vendor, name }) =>
      isEngine(vendor) && !isRead(element, name) && !isField(element, name) && !isOfCall(element, name),
  );
  const attributes = readVendorAttributes(element).filter(
    ({ vendor, name }) => isEngine(vendor) && !isField(element, name) && !isFlowPriority(vendor, name),
  );
  return [
    ...elements.flatMap((extension) => findElement(extension, element)),
    ...attributes.flatMap(({ name, value }) => findSetting(name, value.trim(), FEATURES_BY_NAME)),
    ...findZeebeCall(element),
    ...findZeebeEventService(element),
    ...findForm(element),
    ...findInnerInitiator(element),
    ...findZeebeRetries(element),
    ...findFlowPriority(element),
    ...findOutlivingCall(element),
    ...findZeebeOutput(element),
  ];
}

function findElement({ name, attributes, children }: Extension, element: ModdleElement): readonly FoundFeature[] {
  const feature = FEATURES_BY_NAME.get(`<${name}>`);
  if (feature === undefined) return isUnusedMapping(element, name) ? [found(MAPPING)] : [];
  const fields = name === 'formProperty' ? [attributes] : children.map((child) => child.attributes);
  const isForm = name === 'formProperty' || name === 'formData';
  const hasDefaults = fields.some((field) => (field.default ?? field.defaultValue ?? '').trim() !== '');
  return [found(feature, isForm && hasDefaults ? ' (except the defaults, which are read)' : '')];
}

function findSetting(
  name: string,
  value: string,
  features: ReadonlyMap<string, VendorFeature>,
): readonly FoundFeature[] {
  const feature = features.get(name);
  const { harmless = 'false' } = feature ?? {};
  if (feature === undefined || value === '' || value === harmless) return [];
  return [found(feature, feature.harmless === undefined ? '' : ` (${name})`)];
}

/** `zeebe:calledElement` stays on the sub-process that replaces the call. */
function findZeebeCall(element: ModdleElement): readonly FoundFeature[] {
  const settings = readZeebe(element, 'calledElement');
  return [...CALL_SETTINGS].flatMap(([name, feature]) =>
    (settings[name] ?? '').trim() === '' ? [] : [found(feature, ` (${name})`)],
  );
}

const SERVICE_ATTRIBUTES: ReadonlySet<string> = new Set(['class', 'delegateExpression', 'expression', 'topic']);

/** A throwing message event of Camunda 7 may call a service that sends the message. */
function findEventService(definition: ModdleElement, event: ModdleElement): readonly FoundFeature[] {
  const named =
    !isRunAsService(event) &&
    readVendorAttributes(definition).some(({ vendor, name }) => isEngine(vendor) && SERVICE_ATTRIBUTES.has(name));
  const cycle = elementOf(definition, 'timeCycle');
  const ofCycle = cycle === undefined ? [] : findFeatures(cycle);
  return [...findFeatures(definition), ...ofCycle, ...(named ? [found(EVENT_SERVICE)] : [])];
}

function isRunAsService(element: ModdleElement): boolean {
  return sendsByService({ type: element.$type, element });
}

/** Camunda 8 has the task definition on the event itself, not on the event definition. */
function findZeebeEventService(element: ModdleElement): readonly FoundFeature[] {
  const isThrown = ['bpmn:IntermediateThrowEvent', 'bpmn:EndEvent'].includes(element.$type);
  return isThrown && !isRunAsService(element) && findExtensions(element, 'zeebe', 'taskDefinition').length > 0
    ? [found(EVENT_SERVICE)]
    : [];
}

/** The expression of a Camunda 8 script task is run; the fields of a service are its inputs. */
function isRead({ $type }: ModdleElement, name: string): boolean {
  return (name === 'script' && $type === 'bpmn:ScriptTask') || (name === 'field' && SERVICE_TYPES.has($type));
}

/** Unsupported parameters of a call were reported when the file was prepared. */
function isOfCall(element: ModdleElement, name: string): boolean {
  return ['in', 'out', 'ioMapping'].includes(name) && readMark(element, 'mapped') !== undefined;
}

/** Whether a service gets it in `job.input`. */
function isField({ $type }: ModdleElement, name: string): boolean {
  return SERVICE_TYPES.has($type) && SERVICE_FIELDS.has(name);
}

/** Mappings run only on services and user tasks. */
const MAPPING_ELEMENTS: ReadonlySet<string> = new Set(['inputOutput', 'ioMapping']);
const MAPPED_TYPES: ReadonlySet<string> = new Set([...SERVICE_TYPES, 'bpmn:UserTask']);

function isUnusedMapping(element: ModdleElement, name: string): boolean {
  return MAPPING_ELEMENTS.has(name) && !MAPPED_TYPES.has(element.$type) && !isRunAsService(element);
}

function findForm(element: ModdleElement): readonly FoundFeature[] {
  const formKey = readFormKey(element);
  const isPageOfTask = formKey !== undefined && isWebAddress(formKey) && element.$type !== 'bpmn:StartEvent';
  return formKey === undefined || isPageOfTask ? [] : [found(FORM, ` ${formKey}`)];
}

/** Only the initiator of the process is known; sub-processes are started by a token. */
function findInnerInitiator(element: ModdleElement): readonly FoundFeature[] {
  if (element.$type !== 'bpmn:StartEvent' || element.$parent?.$type === 'bpmn:Process') return [];
  const named = readVendorAttributes(element).some(({ vendor, name }) => isEngine(vendor) && name === 'initiator');
  return named ? [found(INITIATOR)] : [];
}

function isFlowPriority(vendor: Vendor, name: string): boolean {
  return vendor === 'drools' && name === 'priority';
}

/** jBPM evaluates the flows of a gateway by priority; its modelers write 1 on every flow. */
function findFlowPriority(element: ModdleElement): readonly FoundFeature[] {
  const priority = readVendorAttribute(element, 'drools', 'priority');
  if (element.$type !== 'bpmn:SequenceFlow' || priority === undefined || priority === '1') return [];
  return [found(FLOW_PRIORITY)];
}

/** jBPM modelers write `independent` on every call; it has an effect only if an event interrupts the call. */
function findOutlivingCall(element: ModdleElement): readonly FoundFeature[] {
  if (readVendorAttribute(element, 'drools', 'independent') !== 'true') return [];
  const interrupts = elementsOf(element.$parent, 'flowElements').some(
    (other) => elementOf(other, 'attachedToRef') === element && other.get('cancelActivity') !== false,
  );
  return interrupts ? [found(OUTLIVES_CALL)] : [];
}

// Three retries are the modeler's default.
function findZeebeRetries(element: ModdleElement): readonly FoundFeature[] {
  const retries = readZeebe(element, 'taskDefinition').retries?.trim();
  return retries === undefined || retries === '' || retries === '3' ? [] : [found(RETRIES)];
}

function findZeebeOutput(loop: ModdleElement): readonly FoundFeature[] {
  if (loop.$parent !== undefined && collectsOutput(loop.$parent)) return [];
  const output = readZeebe(loop, 'loopCharacteristics').outputCollection?.trim();
  return output === undefined || output === '' ? [] : [found(OUTPUT_COLLECTION)];
}

export const FEATURE_RULES: readonly Rule[] = [vendorFeatureNotRun];
