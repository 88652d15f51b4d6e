import { findExtensions, readExtensions } from '../moddle/extension.ts';
import { elementOf, type ModdleElement } from '../moddle/moddle-element.ts';
import type { Draft } from '../read/draft.ts';
import { SERVICE_TYPES } from '../read/read-service.ts';
import { readTtcEntries } from '../read/read-ttc.ts';
import type { TtcPlace } from '../ttc-names.ts';

/** A `ttc` name that stands somewhere in the process. */
export interface PlacedTtcEntry {
  readonly elementId: string;
  readonly place: TtcPlace;
  readonly name: string;
  readonly value: string;
}

/** Every `ttc` value and element of a process, with the kind of element it stands on. */
export function listTtcEntries({ drawing }: Draft): readonly PlacedTtcEntry[] {
  const { element, processId, nodes, flows, lanes } = drawing;
  return [
    ...entriesOf(element, processId, 'process'),
    ...[...nodes.values()].flatMap((node) => {
      const loop = elementOf(node.element, 'loopCharacteristics');
      return [
        ...entriesOf(node.element, node.id, placeOf(node.type)),
        ...(loop === undefined ? [] : entriesOf(loop, node.id, 'other element')),
      ];
    }),
    ...[...flows.values()].flatMap((flow) => entriesOf(flow.element, flow.id, 'sequence flow')),
    ...lanes.flatMap((lane) => entriesOf(lane.element, lane.id, 'lane')),
  ];
}

function placeOf(type: string): TtcPlace {
  if (type === 'bpmn:UserTask') return 'user task';
  return SERVICE_TYPES.has(type) ? 'service' : 'other element';
}

function entriesOf(element: ModdleElement, elementId: string, place: TtcPlace): readonly PlacedTtcEntry[] {
  const elements = new Set(readExtensions(element).flatMap(({ vendor, name }) => (vendor === 'ttc' ? [name] : [])));
  const structured = [...elements]
    .filter((name) => findExtensions(element, 'ttc', name).some(({ attributes }) => Object.keys(attributes).length > 0))
    .map((name) => ({ elementId, place, name, value: '' }));
  return [...readTtcEntries(element).map(({ name, value }) => ({ elementId, place, name, value })), ...structured];
}
