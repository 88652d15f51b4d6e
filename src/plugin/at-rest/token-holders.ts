import type { Execution } from 'bpmn-engine';
import { nodeIdOf } from '../engine/copies/copy-id.ts';
import { activitiesIn } from '../engine/engine-internals.ts';
import { gatewayBefore } from '../engine/gateway-before.ts';
import { liveScopes } from '../engine/live-scopes.ts';
import { waitingTokens } from '../engine/waiting-tokens.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import type { Origin } from '../state/ledger.ts';
import type { EventWait } from './event-waits.ts';

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
 * The nodes of an engine at rest that hold a token and are no open user tasks. Elements that only listen, such as boundary
 * events, hold none.
 */
export function findTokenHolders(
  run: InstanceRun,
  execution: Execution,
  listening: readonly EventWait[],
): TokenHolders {
  const moving = [...jobs(run), ...catching(run, listening)];
  // A join waits for what the others wait for, or for a person.
  const found = moving.length > 0 || run.openTasks.size > 0 ? moving : joining(run, execution);
  const [first, ...rest] = found;
  const latest = rest.reduce(
    (one, other) => (run.startOrderOf(other.rootId) > run.startOrderOf(one?.rootId ?? '') ? other : one),
    first,
  );
  return { latest: latest && withEarliestTimer(latest, found), all: found };
}

interface Held extends TokenHolder {
  /** The execution that brought the token, or holds it. */
  readonly rootId: string;
  /** The execution of the event-based gateway whose events wait. */
  readonly gatewayId?: string | undefined;
}

/** Scripts behind an activity are a node of their own, which no diagram shows. */
function jobs({ openJobs, model }: InstanceRun): Held[] {
  const { services, userTasks, subProcesses } = model;
  return [...openJobs.values()].map(({ nodeId, rootId, origin }) => {
    const { call, conditions, nodeName = '' } = services.get(nodeId) ?? {};
    const shown = call?.callId ?? conditions?.behind ?? nodeId;
    const node = userTasks.get(shown) ?? services.get(shown) ?? subProcesses.get(shown);
    return { nodeId: shown, nodeName: node?.nodeName || nodeName || shown, rootId, origin, isJob: true, dueAt: null };
  });
}

function catching(run: InstanceRun, listening: readonly EventWait[]): Held[] {
  const caught = listening.filter(({ node }) => node.role.kind === 'catch');
  return caught.map(({ executionId, rootId = '', scope, activity }) => {
    const gateway = gatewayBefore(scope, activity);
    const { id, name } = gateway ?? activity;
    const nodeId = nodeIdOf(id);
    return {
      nodeId,
      nodeName: name || nodeId,
      rootId,
      gatewayId: gateway?.executionId,
      origin: run.origins[rootId] ?? null,
      isJob: false,
      dueAt: run.timers[executionId]?.dueAt ?? null,
    };
  });
}

function joining(run: InstanceRun, execution: Execution): Held[] {
  const activities = liveScopes(execution).flatMap((scope) => activitiesIn(scope.execution));
  return activities.flatMap((activity) =>
    waitingTokens(activity).map(({ content }) => {
      const nodeId = nodeIdOf(activity.id);
      const rootId = String(content.evaluationId);
      const origin = run.origins[rootId] ?? null;
      return { nodeId, nodeName: activity.name || nodeId, rootId, origin, isJob: false, dueAt: null };
    }),
  );
}

/** An event-based gateway waits for the first of its events. */
function withEarliestTimer(holder: Held, found: readonly Held[]): TokenHolder {
  const { rootId, gatewayId = rootId } = holder;
  const together = found.filter((each) => (each.gatewayId ?? each.rootId) === gatewayId);
  const times = together.flatMap(({ dueAt }) => dueAt ?? []);
  return { ...holder, dueAt: times.length === 0 ? null : Math.min(...times) };
}
