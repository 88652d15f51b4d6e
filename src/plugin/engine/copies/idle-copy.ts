import { StepError } from '../../../errors.ts';
import type { EngineActivity, EngineFlow, EngineScope } from '../engine-internals.ts';
import { copyIdOf, copyNumberOf, nodeIdOf } from './copy-id.ts';
import { copySourceOf, type ScopeContext } from './scope-context.ts';

/** More tokens in one node at once are no process but a loop that makes them without end. */
const MAX_COPIES = 1_000;

/**
 * The activity itself, or the first copy of it that nothing runs in; where there is none, the engine gets another.
 * @throws {StepError} `ERR_STEP_FAILED`: more tokens are in the node than any process has
 */
export function findIdle(scope: EngineScope, activity: EngineActivity): EngineActivity {
  const idle = seekIdle(scope, activity);
  if (idle) return idle;
  const nodeId = nodeIdOf(activity.id);
  throw new StepError(
    'ERR_STEP_FAILED',
    `More than ${MAX_COPIES} tokens are at ${nodeId} at once: a loop makes them without end.`,
    { details: { nodeId } },
  );
}

/** The same; undefined where there are too many. */
export function seekIdle(scope: EngineScope, activity: EngineActivity): EngineActivity | undefined {
  if (!activity.status) return activity;
  const nodeId = nodeIdOf(activity.id);
  const byNumber = new Map(
    scope
      .getActivities()
      .filter(({ id, placeholder }) => !placeholder && nodeIdOf(id) === nodeId)
      .map((each) => [copyNumberOf(each.id) ?? 1, each]),
  );
  for (let number = 2; number <= MAX_COPIES; number += 1) {
    // A recovered engine has fewer idle ones: the lowest number is the same one everywhere.
    const copy = byNumber.get(number);
    if (!copy) return addCopy(scope, nodeId, number);
    if (!copy.status) return copy;
  }
  return undefined;
}

interface Subscriber {
  readonly broker: {
    subscribeTmp(exchange: string, pattern: string, hear: unknown, options: object): void;
  };
}

/** What the engine keeps of a running scope, and does with its elements when the scope begins. */
interface ScopeInternals {
  readonly id: string;
  readonly context: ScopeContext & {
    getActivities(scopeId: string): (EngineActivity & Subscriber & { activate(scope: object): void })[];
    getSequenceFlows(scopeId: string): (EngineFlow & Subscriber)[];
  };
}

const ELEMENTS = Symbol.for('elements');
const HANDLERS = Symbol.for('messageHandlers');

/** The elements of a scope are listed once, when it begins: the new ones are put among them, as if they had been there. */
function addCopy(scope: EngineScope, nodeId: string, number: number): EngineActivity {
  const { id, context } = scope as unknown as ScopeInternals;
  const internals = scope as unknown as Record<symbol, Record<string, unknown>>;
  const listed = internals[ELEMENTS] ?? {};
  const hear = internals[HANDLERS]?.onActivityEvent;
  const before = new Set<object>([...scope.getActivities(), ...scope.getSequenceFlows()]);
  copySourceOf(context, id).addCopy(nodeId, number);
  const activities = context.getActivities(id);
  const flows = context.getSequenceFlows(id);
  listed.children = activities;
  listed.flows = flows;
  for (const flow of flows) {
    if (!before.has(flow)) subscribe(flow, '_process-flow-controller', hear);
  }
  for (const activity of activities) {
    if (before.has(activity)) continue;
    activity.activate(scope);
    subscribe(activity, '_process-activity-consumer', hear);
  }
  const copy = activities.find((activity) => activity.id === copyIdOf(nodeId, number));
  if (!copy) throw new TypeError(`The scope ${id} has no activity ${nodeId}.`);
  return copy;
}

function subscribe({ broker }: Subscriber, consumerTag: string, hear: unknown): void {
  broker.subscribeTmp('event', '#', hear, { noAck: true, consumerTag, priority: 200 });
}
