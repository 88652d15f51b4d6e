import type { Id } from '../../net/state.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import type { Origin } from '../state/ledger.ts';
import type { Listening } from './events.ts';

/** A node that holds a token while no person has to act. */
export interface TokenHolder {
  readonly nodeId: string;
  /** Its name in the diagram; without one, its id. */
  readonly nodeName: string;
  readonly origin: Origin;
  /** Whether a job runs for it: of a service, a script or a call. */
  readonly isJob: boolean;
  /** When its timer is due, in epoch milliseconds; null: it waits for something else. */
  readonly dueAt: number | null;
}

export interface TokenHolders {
  /** The one that got its token last. */
  readonly latest: TokenHolder | undefined;
  readonly all: readonly TokenHolder[];
}

/**
 * The nodes of an instance at rest that hold a token and are no open user tasks. Elements that only listen, such as boundary
 * events, hold none.
 */
export function findTokenHolders(run: InstanceRun, listening: readonly Listening[]): TokenHolders {
  const moving = [...jobs(run), ...catching(run, listening)];
  // A join waits for what the others wait for, or for a person.
  const found = moving.length > 0 || run.openTasks.size > 0 ? moving : joining(run);
  const inOrder = found.toSorted((one, other) => Number(one.token) - Number(other.token));
  return { latest: inOrder.at(-1), all: found };
}

interface Held extends TokenHolder {
  /** That it holds. */
  readonly token: Id;
}

/** Scripts behind an activity are a node of their own, which no diagram shows. */
function jobs({ openJobs, model }: InstanceRun): readonly Held[] {
  const { services, userTasks, subProcesses } = model;
  return [...openJobs.values()].map(({ nodeId, rootId, origin }) => {
    const { call, conditions, nodeName = '' } = services.get(nodeId) ?? {};
    const shown = call?.callId ?? conditions?.behind ?? nodeId;
    const node = userTasks.get(shown) ?? services.get(shown) ?? subProcesses.get(shown);
    const name = node?.nodeName || nodeName || shown;
    return { nodeId: shown, nodeName: name, token: rootId, origin, isJob: true, dueAt: null };
  });
}

/** An event-based gateway waits for the first of its events. */
function catching({ net, origins }: InstanceRun, listening: readonly Listening[]): readonly Held[] {
  const held = new Map<Id, Held>();
  for (const { key, owner, node } of listening) {
    if (owner === undefined || node.kind === 'boundary') continue;
    const { id: nodeId, name: nodeName } = net.marking.nodeAt(owner);
    const listener = net.state.listeners[key];
    const times = [held.get(owner)?.dueAt ?? null, listener?.kind === 'timer' ? listener.dueAt : null];
    const known = times.filter((time) => time !== null);
    const dueAt = known.length === 0 ? null : Math.min(...known);
    held.set(owner, { nodeId, nodeName, token: owner, origin: origins.of(owner), isJob: false, dueAt });
  }
  return [...held.values()];
}

function joining({ net: { marking }, origins }: InstanceRun): readonly Held[] {
  return [...marking.arrivals].map((id) => {
    const { id: nodeId, name: nodeName } = marking.nodeAt(id);
    return { nodeId, nodeName, token: id, origin: origins.of(id), isJob: false, dueAt: null };
  });
}
