import { findExtensions, readExtensions } from '../../moddle/extension.ts';
import { elementOf, type ModdleElement } from '../../moddle/moddle-element.ts';
import { readMark } from '../../moddle/prepared-mark.ts';
import type { FlowNode } from '../../read/diagram.ts';
import type { Draft } from '../../read/draft.ts';
import { eventDefinitionsOf, eventKindOf } from '../../read/events/event-kind.ts';
import { nameWithPartsOf, readTtcEntries, type TtcEntry } from '../../read/read-ttc.ts';
import { isService, throwsMessage } from '../../read/services/read-service.ts';
import type { TtcPlace } from '../../ttc/ttc-names.ts';

/** A `ttc` name, and the element that has it. */
export interface PlacedTtcEntry {
  readonly elementId: string;
  readonly place: TtcPlace;
  /** Without parts: `action` for `action.urge.name`. */
  readonly name: string;
  /** The full name, as written. */
  readonly path: string;
  readonly written: TtcEntry['written'] | 'element with attributes';
  readonly value: string;
}

/** All `ttc` values and elements of a process, with the kind of element that has them. */
export function listTtcEntries(draft: Draft): readonly PlacedTtcEntry[] {
  const { element, processId, nodes, flows, lanes } = draft.diagram;
  return [
    ...entriesOf(element, processId, 'process'),
    ...[...nodes.values()].flatMap((node) => {
      const loop = elementOf(node.element, 'loopCharacteristics');
      return [
        ...entriesOf(node.element, node.id, placeOf(node)),
        ...calledEntriesOf(node),
        ...(loop === undefined ? [] : entriesOf(loop, node.id, 'other element')),
        ...eventDefinitionsOf(node.element).flatMap((definition) => entriesOf(definition, node.id, 'other element')),
      ];
    }),
    ...[...flows.values()].flatMap((flow) => entriesOf(flow.element, flow.id, 'sequence flow')),
    ...messagesOf(draft).flatMap((message) => entriesOf(message, message.id ?? processId, 'message')),
    ...lanes.flatMap((lane) => entriesOf(lane.element, lane.id, 'lane')),
  ];
}

/** The setting of an inlined process that is kept in the call. */
function calledEntriesOf({ id, element, scope }: FlowNode): readonly PlacedTtcEntry[] {
  const value = readMark(element, 'allow');
  if (value === undefined || value === '') return [];
  // No rule reports on generated elements, so the call around one is named.
  const elementId = readMark(element, 'part') === undefined ? id : scope.id;
  return [{ elementId, place: 'process', name: 'allow', path: 'allow', written: 'attribute', value }];
}

function placeOf(node: FlowNode): TtcPlace {
  if (node.type === 'bpmn:UserTask') return 'user task';
  if (node.type === 'bpmn:SubProcess') return 'sub-process';
  if (isService(node)) return 'service';
  return isMessageEvent(node) ? 'message event' : 'other element';
}

function isMessageEvent(node: FlowNode): boolean {
  if (node.type === 'bpmn:ReceiveTask' || throwsMessage(node)) return true;
  return eventDefinitionsOf(node.element).some((definition) => eventKindOf(definition) === 'message');
}

/** The distinct messages that the events and tasks of a process refer to. */
function messagesOf({ diagram }: Draft): readonly ModdleElement[] {
  const found = [...diagram.nodes.values()].flatMap(({ element }) =>
    [element, ...eventDefinitionsOf(element)].flatMap((holder) =>
      holder.$type === 'bpmn:MessageEventDefinition' || /Task$/.test(holder.$type)
        ? (elementOf(holder, 'messageRef') ?? [])
        : [],
    ),
  );
  return [...new Set(found)];
}

function entriesOf(element: ModdleElement, elementId: string, place: TtcPlace): readonly PlacedTtcEntry[] {
  const elements = new Set(readExtensions(element).flatMap(({ vendor, name }) => (vendor === 'ttc' ? [name] : [])));
  const structured = [...elements]
    .filter((name) => findExtensions(element, 'ttc', name).some(({ attributes }) => Object.keys(attributes).length > 0))
    .map((name) => ({ elementId, place, name, path: name, written: 'element with attributes' as const, value: '' }));
  const entries = readTtcEntries(element).map((entry) => ({
    ...{ elementId, place, path: entry.name, written: entry.written, value: entry.value },
    name: nameWithPartsOf(entry) ?? entry.name,
  }));
  return [...entries, ...structured];
}
