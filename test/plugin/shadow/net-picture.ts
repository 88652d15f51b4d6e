/** What is compared of net and product after a step, in the words of the diagram. */
import { type Id, isJoin, type Marking, type NetChange, readListenerKey } from '../../support/inner/net.ts';
import type { CompiledDefinition, Ledger, StepResult } from '../../support/inner/plugin.ts';
import { iterationMark, jobNameOf, leavesOf, nameOf, nameOfTask } from './net-tokens.ts';

/** Lists in any order. */
export interface Picture {
  readonly ended: readonly string[];
  readonly tasks: readonly string[];
  readonly jobs: readonly string[];
  /** Timers with the time when they are due, names and keys that are listened to, conditions. */
  readonly waits: readonly string[];
  /** The flow of each token in front of a join. */
  readonly arrivals: readonly string[];
  /** Messages that nothing has caught, by the nodes that threw them. */
  readonly unmatched: readonly string[];
  /** Nodes that hold a token. */
  readonly nodes: readonly string[];
  /** Open tasks that nobody handled and that are over. */
  readonly gone: readonly string[];
}

export interface OpenTasks {
  /** The tokens of the tasks that were open before the step. */
  readonly open: readonly { readonly taskId: string; readonly token: Id }[];
  readonly pressed: string | undefined;
  readonly businessKey: string | null;
}

export function pictureOfNet(
  definition: CompiledDefinition,
  marking: Marking,
  told: readonly NetChange[],
  { open, pressed, businessKey }: OpenTasks,
): Picture {
  const { model } = definition;
  const { state } = marking;
  const leaves = leavesOf(state);
  const places = Object.keys(state.tokens).map((id) => marking.nodeAt(id).id);
  const shown = places.map((id) => model.services.get(id)?.conditions?.behind ?? id);
  const stillOpen = new Set(open.filter(({ token }) => token in state.tokens).map(({ taskId }) => taskId));
  const over = open.map(({ taskId }) => taskId).filter((id) => id !== pressed && !stillOpen.has(id));
  return {
    ended: [`${marking.root === undefined}`],
    tasks: leaves.filter((id) => model.userTasks.has(marking.nodeAt(id).id)).map((id) => nameOf(definition, state, id)),
    jobs: leaves.filter((id) => model.services.has(marking.nodeAt(id).id)).map((id) => jobNameOf(state, id)),
    waits: Object.entries(state.listeners).map(([key, listener]) => {
      const place = `${listener.kind}:${readListenerKey(key).nodeId}`;
      if (listener.kind === 'timer') return `${place}@${listener.dueAt}`;
      return 'name' in listener ? `${place}:${listener.name}:${listener.key ?? businessKey}` : place;
    }),
    arrivals: [...marking.arrivals].map((id) => marking.flowAt(id).id),
    unmatched: told.flatMap((change) => {
      const isLost = change.kind === 'thrown' && change.name && change.caughtBy === 0;
      return isLost && change.at.event.kind === 'message' ? change.at.node.id : [];
    }),
    nodes: [...new Set(shown)].filter((id) => !model.reserved?.has(id)),
    gone: [...new Set(over)],
  };
}

export function pictureOfProduct(
  definition: CompiledDefinition,
  { changes, snapshot }: StepResult,
  { openTasks, openJobs }: Ledger,
  { open, pressed, businessKey }: OpenTasks,
): Picture {
  const { gone, handled, events, unmatched, ended, path } = changes;
  const over = [...gone, ...handled.filter(({ isSystem }) => !isSystem)].map(({ taskId }) => taskId);
  return {
    ended: [`${ended}`],
    tasks: Object.entries(openTasks).map((each) => nameOfTask(definition, ...each)),
    jobs: Object.entries(openJobs).map(([id, { nodeId }]) => `${nodeId}${iterationMark(definition, nodeId, id)}`),
    waits: events.flatMap(({ kind, nodeId, dueAt, name, correlationKey }) => {
      const place = `${kind}:${nodeId}`;
      switch (kind) {
        case 'timer':
          return dueAt === null ? [] : `${place}@${dueAt}`;
        case 'condition':
        case 'receive':
          return place;
        case 'message':
        case 'signal':
          return `${place}:${name}:${correlationKey ?? businessKey}`;
        default:
          return [];
      }
    }),
    arrivals: snapshot === null ? [] : arrivalsIn(definition, (JSON.parse(snapshot) as { engine: unknown }).engine),
    unmatched: unmatched.map(({ nodeId }) => nodeId),
    nodes: ended ? [] : path.current,
    gone: over.filter((id) => id !== pressed && open.some(({ taskId }) => taskId === id)),
  };
}

/** What waits in the queues of joins, in the state of bpmn-engine. */
function arrivalsIn(definition: CompiledDefinition, state: unknown): readonly string[] {
  if (typeof state !== 'object' || state === null) return [];
  const { flows } = definition.model.graph;
  const { broker } = state as { readonly broker?: { readonly queues?: readonly EngineQueue[] } };
  const queue = broker?.queues?.find(({ name }) => name === 'inbound-q');
  const waiting = (queue?.messages ?? []).flatMap(({ fields, content: { id } }) => {
    const flow = fields.routingKey === 'flow.take' ? flows.get(id) : undefined;
    return flow && isJoin(flow.target) ? flow.id : [];
  });
  return [...waiting, ...Object.values(state).flatMap((each) => arrivalsIn(definition, each))];
}

interface EngineQueue {
  readonly name: string;
  readonly messages?: readonly {
    readonly fields: { readonly routingKey: string };
    readonly content: { readonly id: string };
  }[];
}

export function comparePictures(net: Picture, product: Picture): readonly string[] {
  const told = (list: readonly string[]) => list.toSorted().join(' ');
  return (Object.keys(net) as (keyof Picture)[]).flatMap((what) =>
    told(net[what]) === told(product[what]) ? [] : `net: ${what}: ${told(net[what])}, not ${told(product[what])}`,
  );
}
