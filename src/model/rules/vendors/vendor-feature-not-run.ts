import {
  type Extension,
  findExtensions,
  readExtensions,
  readVendorAttribute,
  readVendorAttributes,
} from '../../moddle/extension.ts';
import { elementOf, elementsOf, type ModdleElement } from '../../moddle/moddle-element.ts';
import { readMark } from '../../moddle/prepared-mark.ts';
import type { Vendor } from '../../moddle/vendor.ts';
import { collectsOutput } from '../../read/data/read-multi-instance-output.ts';
import type { UserTaskDraft } from '../../read/draft.ts';
import { SERVICE_TYPES, sendsByService } from '../../read/services/read-service.ts';
import { SERVICE_FIELDS } from '../../read/services/read-service-fields.ts';
import { isWebAddress, readFormKey } from '../../read/tasks/read-form-key.ts';
import type { Finding, Rule } from '../rule.ts';
import { findUnsupported } from '../shared/supported-elements.ts';
import {
  ATTRIBUTES_NOT_RUN,
  CALL_SETTINGS_NOT_RUN,
  DECIDES,
  ELEMENTS_NOT_RUN,
  MAPPING_ELEMENTS,
  OUTLIVES_CALL,
  VALUES_NOT_RUN,
} from './vendor-features.ts';
import { isEngine } from './vendor-names.ts';
import { adviseOnFeatures } from './vendor-remedies.ts';

export const vendorFeatureNotRun: Rule = {
  name: 'vendor-feature-not-run',
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
function ignoredMappings(task: UserTaskDraft | undefined): readonly string[] {
  const { ignored = [] } = task?.mappings ?? {};
  return ignored.length === 0 ? [] : [`an input or output mapping (${ignored.join(', ')})`];
}

function judge(
  elementId: string,
  name: string,
  element: ModdleElement,
  ignored: readonly string[] = [],
): readonly Finding[] {
  const loop = elementOf(element, 'loopCharacteristics');
  const features = new Set([
    ...findFeatures(element),
    ...ignored,
    ...(loop === undefined ? [] : findFeatures(loop)),
    ...elementsOf(element, 'eventDefinitions').flatMap((definition) => findEventService(definition, element)),
  ]);
  if (features.size === 0) return [];
  const called = isStart(element) ? [...features].map(labelAsStartForm) : [...features];
  return [
    {
      severity: 'warning',
      ...([...features].some((feature) => DECIDES.has(feature)) ? { guess: true } : {}),
      elementId,
      reason: `"${name}" has ${called.join(', ')}: that belongs to the engine it was drawn for and is not run.`,
      remedy: adviseOnFeatures(called),
    },
  ];
}

function isStart({ $type, $parent }: ModdleElement): boolean {
  return $type === 'bpmn:StartEvent' && $parent?.$type === 'bpmn:Process';
}

/** The form of a start event has another remedy than that of a task, so it gets another label. */
function labelAsStartForm(feature: string): string {
  return feature.replace(/^(the |a generated |a )?form\b/, '$1start form');
}

function findFeatures(element: ModdleElement): readonly string[] {
  return [
    ...readExtensions(element)
      .filter(
        ({ vendor, name }) =>
          isEngine(vendor) && !isRead(element, name) && !isField(element, name) && !isOfCall(element, name),
      )
      .flatMap(
        (extension) =>
          findElement(extension) ?? (isUnusedMapping(element, extension.name) ? ['an input or output mapping'] : []),
      ),
    ...readVendorAttributes(element)
      .filter(({ vendor, name }) => isEngine(vendor) && !isField(element, name) && !isFlowPriority(vendor, name))
      .flatMap(({ name, value }) => findSetting(name, value.trim())),
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

function findElement({ name, attributes, children }: Extension): string | undefined {
  const called = ELEMENTS_NOT_RUN[name];
  const fields = name === 'formProperty' ? [attributes] : children.map((child) => child.attributes);
  const isForm = name === 'formProperty' || name === 'formData';
  const hasDefaults = fields.some((field) => (field.default ?? field.defaultValue ?? '').trim() !== '');
  return isForm && hasDefaults ? `${called} (except the defaults, which are read)` : called;
}

function findSetting(name: string, value: string): readonly string[] {
  const called = ATTRIBUTES_NOT_RUN[name];
  if (called !== undefined) return value === 'false' || value === '' ? [] : [called];
  return findValue(VALUES_NOT_RUN, name, value);
}

function findValue(settings: typeof VALUES_NOT_RUN, name: string, value: string): readonly string[] {
  const setting = settings[name];
  if (setting === undefined || value === '' || value === setting.harmless) return [];
  return [`${setting.called} (${name})`];
}

/** `zeebe:calledElement` stays on the sub-process that replaces the call. */
function findZeebeCall(element: ModdleElement): readonly string[] {
  const settings = findExtensions(element, 'zeebe', 'calledElement')[0]?.attributes ?? {};
  return Object.entries(settings).flatMap(([name, value]) => findValue(CALL_SETTINGS_NOT_RUN, name, value.trim()));
}

const EVENT_SERVICE = 'a service that sends the message';

const SERVICE_ATTRIBUTES: ReadonlySet<string> = new Set(['class', 'delegateExpression', 'expression', 'topic']);

/** A throwing message event of Camunda 7 may call a service that sends the message. */
function findEventService(definition: ModdleElement, event: ModdleElement): readonly string[] {
  const named =
    !isRunAsService(event) &&
    readVendorAttributes(definition).some(({ vendor, name }) => isEngine(vendor) && SERVICE_ATTRIBUTES.has(name));
  const cycle = elementOf(definition, 'timeCycle');
  const ofCycle = cycle === undefined ? [] : findFeatures(cycle);
  return [...findFeatures(definition), ...ofCycle, ...(named ? [EVENT_SERVICE] : [])];
}

function isRunAsService(element: ModdleElement): boolean {
  return sendsByService({ type: element.$type, element });
}

/** Camunda 8 has the task definition on the event itself, not on the event definition. */
function findZeebeEventService(element: ModdleElement): readonly string[] {
  const isThrown = ['bpmn:IntermediateThrowEvent', 'bpmn:EndEvent'].includes(element.$type);
  return isThrown && !isRunAsService(element) && findExtensions(element, 'zeebe', 'taskDefinition').length > 0
    ? [EVENT_SERVICE]
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

const MAPPED_TYPES: ReadonlySet<string> = new Set([...SERVICE_TYPES, 'bpmn:UserTask']);

function isUnusedMapping(element: ModdleElement, name: string): boolean {
  return MAPPING_ELEMENTS.has(name) && !MAPPED_TYPES.has(element.$type) && !isRunAsService(element);
}

function findForm(element: ModdleElement): readonly string[] {
  const formKey = readFormKey(element);
  const isPageOfTask = formKey !== undefined && isWebAddress(formKey) && element.$type !== 'bpmn:StartEvent';
  return formKey === undefined || isPageOfTask ? [] : [`the form ${formKey}`];
}

/** Only the initiator of the process is known; sub-processes are started by a token. */
function findInnerInitiator(element: ModdleElement): readonly string[] {
  if (element.$type !== 'bpmn:StartEvent' || element.$parent?.$type === 'bpmn:Process') return [];
  const named = readVendorAttributes(element).some(({ vendor, name }) => isEngine(vendor) && name === 'initiator');
  return named ? ['a variable for its initiator'] : [];
}

function isFlowPriority(vendor: Vendor, name: string): boolean {
  return vendor === 'drools' && name === 'priority';
}

/** jBPM evaluates the flows of a gateway by priority; its modelers write 1 on every flow. */
function findFlowPriority(element: ModdleElement): readonly string[] {
  const priority = readVendorAttribute(element, 'drools', 'priority');
  if (element.$type !== 'bpmn:SequenceFlow' || priority === undefined || priority === '1') return [];
  return ['a priority among the flows of a gateway, which are evaluated in the order of the file'];
}

/** jBPM modelers write `independent` on every call; it has an effect only if an event interrupts the call. */
function findOutlivingCall(element: ModdleElement): readonly string[] {
  if (readVendorAttribute(element, 'drools', 'independent') !== 'true') return [];
  const interrupts = elementsOf(element.$parent, 'flowElements').some(
    (other) => elementOf(other, 'attachedToRef') === element && other.get('cancelActivity') !== false,
  );
  return interrupts ? [OUTLIVES_CALL] : [];
}

// Three retries are the modeler's default.
function findZeebeRetries(element: ModdleElement): readonly string[] {
  const retries = findExtensions(element, 'zeebe', 'taskDefinition')[0]?.attributes.retries?.trim();
  return retries === undefined || retries === '' || retries === '3' ? [] : ['a number of retries'];
}

function findZeebeOutput(loop: ModdleElement): readonly string[] {
  if (loop.$parent !== undefined && collectsOutput(loop.$parent)) return [];
  const output = findExtensions(loop, 'zeebe', 'loopCharacteristics')[0]?.attributes.outputCollection?.trim();
  return output === undefined || output === '' ? [] : ['an output collection'];
}
