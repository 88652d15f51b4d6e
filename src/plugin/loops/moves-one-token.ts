import type { ProcessModel } from '../../model/process-model.ts';
import type { ActivityDefinition } from '../engine/copies/copy-source.ts';
import type { DiagramGraph } from '../engine/slice/diagram-graph.ts';

interface Drawn {
  readonly diagram: DiagramGraph;
  readonly model: ProcessModel;
}

/** What is so of a diagram wherever its tokens are. */
interface Kind {
  readonly movesOne: boolean;
  readonly hidesTokens: boolean;
}

const known = new WeakMap<DiagramGraph, Kind>();

/** Whether an instance of the diagram has one token at a time, wherever that is. */
export function movesOneToken(drawn: Drawn): boolean {
  return kindOf(drawn).movesOne;
}

/**
 * Whether the engine may have tokens to move of which it does not tell: those by the second of two flows to one node, or
 * from the second node of a sub-process at which tokens begin.
 */
export function hidesTokens(drawn: Drawn): boolean {
  return kindOf(drawn).hidesTokens;
}

function kindOf({ diagram, model }: Drawn): Kind {
  const kind = known.get(diagram) ?? readKind(diagram, model);
  known.set(diagram, kind);
  return kind;
}

function readKind(diagram: DiagramGraph, model: ProcessModel): Kind {
  const activities = [...diagram.activities.values()];
  const processes = new Set(activities.flatMap(({ parent }) => (parent.type === 'bpmn:Process' ? [parent.id] : [])));
  const keepsHost = [...model.events.values()].some(({ role }) => 'interrupting' in role && !role.interrupting);
  const flowsOf = ({ id, type }: ActivityDefinition) =>
    type === 'bpmn:ExclusiveGateway' ? [] : (diagram.flowsFrom.get(id) ?? []);
  const splits = (node: ActivityDefinition) =>
    node.behaviour.loopCharacteristics !== undefined || SPLITTING_TYPES.has(node.type) || flowsOf(node).length > 1;
  const begins = ({ id, behaviour }: ActivityDefinition) =>
    (diagram.flowsTo.get(id) ?? []).length === 0 && !behaviour.attachedTo && behaviour.triggeredByEvent !== true;
  const hides = (node: ActivityDefinition) => {
    const targets = new Set(flowsOf(node).map(({ targetId }) => targetId));
    const starts = (diagram.inScope.get(node.id) ?? []).filter(begins);
    return targets.size < flowsOf(node).length || (starts.length > 1 && node.behaviour.triggeredByEvent !== true);
  };
  const hidesAny = activities.some(hides);
  return {
    movesOne: processes.size === 1 && !keepsHost && !hidesAny && !activities.some(splits),
    hidesTokens: hidesAny,
  };
}

const SPLITTING_TYPES: ReadonlySet<string> = new Set([
  ...['bpmn:ParallelGateway', 'bpmn:InclusiveGateway', 'bpmn:ComplexGateway', 'bpmn:EventBasedGateway'],
]);
