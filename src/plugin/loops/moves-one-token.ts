import type { ActivityDefinition } from '../engine/copies/copy-source.ts';
import type { DiagramGraph } from '../engine/slice/diagram-graph.ts';
import type { Beyond } from './beyond.ts';

const known = new WeakMap<DiagramGraph, boolean>();

/** Whether an instance of the diagram has one token at a time, wherever that is. */
export function movesOneToken(beyond: Beyond): boolean {
  const { diagram } = beyond;
  const isKnown = known.get(diagram);
  if (isKnown !== undefined) return isKnown;
  const movesOne = computeMovesOne(beyond);
  known.set(diagram, movesOne);
  return movesOne;
}

function computeMovesOne({ diagram, model }: Beyond): boolean {
  const parents = [...diagram.activities.values()].map(({ parent }) => parent);
  const processes = new Set(parents.flatMap(({ id, type }) => (type === 'bpmn:Process' ? [id] : [])));
  const keepsHost = [...model.events.values()].some(({ role }) => 'interrupting' in role && !role.interrupting);
  const splits = ({ id, type, behaviour }: ActivityDefinition) =>
    behaviour.loopCharacteristics !== undefined ||
    SPLITTING_TYPES.has(type) ||
    (type !== 'bpmn:ExclusiveGateway' && (diagram.flowsFrom.get(id) ?? []).length > 1);
  return processes.size === 1 && !keepsHost && ![...diagram.activities.values()].some(splits);
}

const SPLITTING_TYPES: ReadonlySet<string> = new Set([
  ...['bpmn:ParallelGateway', 'bpmn:InclusiveGateway', 'bpmn:ComplexGateway', 'bpmn:EventBasedGateway'],
]);
