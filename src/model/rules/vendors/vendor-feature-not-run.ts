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
import type { UserTaskDraft } from '../../read/draft.ts';
import { isWebAddress, readFormKey } from '../../read/read-form-key.ts';
import { collectsOutput } from '../../read/read-multi-instance-output.ts';
import { SERVICE_TYPES, sendsByService } from '../../read/read-service.ts';
import { SERVICE_FIELDS } from '../../read/read-service-fields.ts';
import { findUnsupported } from '../file/supported-elements.ts';
import type { Finding, Rule } from '../rule.ts';
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
  check: ({ diagram, userTasks }) => [
    ...judge(diagram.processId, diagram.processName, diagram.element),
    ...[...diagram.nodes.values()]
      .filter(({ element }) => findUnsupported(element) === undefined)
      .flatMap(({ id, name, element }) => judge(id, name, element, mappingsPassedOver(id, userTasks))),
    ...[...diagram.flows.values()].flatMap(({ id, element }) => judge(id, id, element)),
  ],
};

/** User tasks have mappings, but for scripts and what only their own engine understands. */
function mappingsPassedOver(id: string, userTasks: readonly UserTaskDraft[]): readonly string[] {
  const { passedOver = [] } = userTasks.find(({ node }) => node.id === id)?.mappings ?? {};
  return passedOver.length === 0 ? [] : [`an input or output mapping (${passedOver.join(', ')})`];
}

function judge(
  elementId: string,
  name: string,
  element: ModdleElement,
  passedOver: readonly string[] = [],
): readonly Finding[] {
  const loop = elementOf(element, 'loopCharacteristics');
  const features = new Set([
    ...findFeatures(element),
    ...passedOver,
    ...(loop === undefined ? [] : findFeatures(loop)),
    ...elementsOf(element, 'eventDefinitions').flatMap((definition) => findEventService(definition, element)),
  ]);
  if (features.size === 0) return [];
  const called = isStart(element) ? [...features].map(callStartForm) : [...features];
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

/** No task shows it, so what helps is something else. */
function callStartForm(feature: string): string {
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
          findElement(extension) ?? (isMappingInVain(element, extension.name) ? ['an input or output mapping'] : []),
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

/** Stays on the sub-process that takes the place of the call. */
function findZeebeCall(element: ModdleElement): readonly string[] {
  const settings = findExtensions(element, 'zeebe', 'calledElement')[0]?.attributes ?? {};
  return Object.entries(settings).flatMap(([name, value]) => findValue(CALL_SETTINGS_NOT_RUN, name, value.trim()));
}

const EVENT_SERVICE = 'a service that sends the message';

const SERVICE_ATTRIBUTES: ReadonlySet<string> = new Set(['class', 'delegateExpression', 'expression', 'topic']);

/** Camunda lets a message event that throws call a service, which then sends the message. */
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

/** Camunda 8 has it on the event, whatever the event throws. */
function findZeebeEventService(element: ModdleElement): readonly string[] {
  const isThrown = ['bpmn:IntermediateThrowEvent', 'bpmn:EndEvent'].includes(element.$type);
  return isThrown && !isRunAsService(element) && findExtensions(element, 'zeebe', 'taskDefinition').length > 0
    ? [EVENT_SERVICE]
    : [];
}

/** The expression of a script task in Camunda 8 is run, and fields of a service are its inputs. */
function isRead({ $type }: ModdleElement, name: string): boolean {
  return (name === 'script' && $type === 'bpmn:ScriptTask') || (name === 'field' && SERVICE_TYPES.has($type));
}

/** What of the parameters of a call is not run, was said when it was prepared. */
function isOfCall(element: ModdleElement, name: string): boolean {
  return ['in', 'out', 'ioMapping'].includes(name) && readMark(element, 'mapped') !== undefined;
}

/** Of a service it is in `job.input`. */
function isField({ $type }: ModdleElement, name: string): boolean {
  return SERVICE_TYPES.has($type) && SERVICE_FIELDS.has(name);
}

const MAPPED_TYPES: ReadonlySet<string> = new Set([...SERVICE_TYPES, 'bpmn:UserTask']);

function isMappingInVain(element: ModdleElement, name: string): boolean {
  return MAPPING_ELEMENTS.has(name) && !MAPPED_TYPES.has(element.$type) && !isRunAsService(element);
}

function findForm(element: ModdleElement): readonly string[] {
  const formKey = readFormKey(element);
  const isPageOfTask = formKey !== undefined && isWebAddress(formKey) && element.$type !== 'bpmn:StartEvent';
  return formKey === undefined || isPageOfTask ? [] : [`the form ${formKey}`];
}

/** Only who starts the process is known; what is inside of it, a token starts. */
function findInnerInitiator(element: ModdleElement): readonly string[] {
  if (element.$type !== 'bpmn:StartEvent' || element.$parent?.$type === 'bpmn:Process') return [];
  const named = readVendorAttributes(element).some(({ vendor, name }) => isEngine(vendor) && name === 'initiator');
  return named ? ['a variable for its initiator'] : [];
}

function isFlowPriority(vendor: Vendor, name: string): boolean {
  return vendor === 'drools' && name === 'priority';
}

/** jBPM asks the flows of a gateway by their priority, where there is one; its modelers write 1 everywhere. */
function findFlowPriority(element: ModdleElement): readonly string[] {
  const priority = readVendorAttribute(element, 'drools', 'priority');
  if (element.$type !== 'bpmn:SequenceFlow' || priority === undefined || priority === '1') return [];
  return ['a priority among the flows of a gateway, which are evaluated in the order of the file'];
}

/** Its modelers write it on every call; it can only be seen where something interrupts the call. */
function findOutlivingCall(element: ModdleElement): readonly string[] {
  if (readVendorAttribute(element, 'drools', 'independent') !== 'true') return [];
  const interrupts = elementsOf(element.$parent, 'flowElements').some(
    (other) => elementOf(other, 'attachedToRef') === element && other.get('cancelActivity') !== false,
  );
  return interrupts ? [OUTLIVES_CALL] : [];
}

// Three retries are what the modeler writes by itself.
function findZeebeRetries(element: ModdleElement): readonly string[] {
  const retries = findExtensions(element, 'zeebe', 'taskDefinition')[0]?.attributes.retries?.trim();
  return retries === undefined || retries === '' || retries === '3' ? [] : ['a number of retries'];
}

function findZeebeOutput(loop: ModdleElement): readonly string[] {
  if (loop.$parent !== undefined && collectsOutput(loop.$parent)) return [];
  const output = findExtensions(loop, 'zeebe', 'loopCharacteristics')[0]?.attributes.outputCollection?.trim();
  return output === undefined || output === '' ? [] : ['an output collection'];
}
