import type { ListenerAt, LoopAt, NetChange, NetPorts, NetState, TokenAt } from '../../support/inner/net.ts';
import { type CompiledDefinition, decideCondition, type StepResult, type Trigger } from '../../support/inner/plugin.ts';
import type { Origins } from './net-origins.ts';

/** What the product decided in a step. */
export interface Decisions {
  readonly known: Readonly<Record<string, unknown>>;
  readonly gone: string[];
  readonly told: NetChange[];
  readonly trigger: Trigger;
  readonly origins: Origins;
  readonly state: NetState;
  nameOf(at: TokenAt): string;
}

export function portsOf(
  { model }: CompiledDefinition,
  { changes }: StepResult,
  { known, gone, told, trigger, origins, state, nameOf: name }: Decisions,
): NetPorts {
  const { flows, current } = changes.path;
  const hasLeft = ({ node }: LoopAt) =>
    node.outgoing.some(({ id }) => flows.includes(id)) || !current.includes(node.id);
  const loopAt = (id: string) =>
    model.userTasks.get(id)?.multiInstance ??
    model.services.get(id)?.multiInstance ??
    model.subProcesses.get(id)?.multiInstance;
  const takenOf = (node: TokenAt['node']) => node.outgoing.filter(({ id }) => flows.includes(id));
  return {
    graphOf: () => model.graph,
    choose({ node }) {
      const effect = trigger.kind === 'press' ? trigger.button.effect : undefined;
      if (effect?.kind === 'route' && effect.gatewayId === node.id) return effect.flowId;
      const taken = takenOf(node);
      return taken.length === 1 ? taken[0]?.id : undefined;
    },
    takes(at, { id }) {
      const condition = model.conditions.get(id);
      const elements = elementsAt(at);
      // The product tells which flows were taken, but not by which of several tokens.
      const isPlain = takenOf(at.node).length < 2 && Object.keys(elements).length === 0;
      if (!flows.includes(id) || !condition || isPlain) return flows.includes(id);
      return decideCondition(condition, { ...known, ...elements }, id);
    },
    noFlow: ({ node }) => {
      throw new Error(`no flow out of ${node.id}`);
    },
    countIterations({ node }) {
      const loop = loopAt(node.id);
      const value = (loop?.cardinality ?? loop?.collection)?.evaluate(known);
      return Array.isArray(value) ? value.length : Number(value);
    },
    goesOn: (at) => !hasLeft(at),
    isEnough: (at) => hasLeft(at),
    run: ({ node }) => (waits(model, node.id) ? 'waits' : 'done'),
    giveUp(at) {
      if (model.userTasks.has(at.node.id)) gone.push(name(at));
    },
    callProcess: ({ node }) => ({ definition: node.id }),
    setTimer({ node }, before) {
      const isSet = changes.events.some(({ nodeId, dueAt }) => nodeId === node.id && dueAt !== null);
      return before === undefined || isSet ? { dueAt: 0 } : null;
    },
    nameOf: (at) => nameOfEvent(at),
    holds: () => false,
    changes: () => undefined,
    opened: () => undefined,
    closed: ({ id, scope }) => origins.close(id, scope.token),
    uncaught(code) {
      throw new Error(`nothing catches ${code}`);
    },
    tell(change) {
      told.push(change);
      origins.follow(change);
    },
  };

  /** The element of each iteration around. */
  function elementsAt({ token }: TokenAt): Readonly<Record<string, unknown>> {
    const owner = state.tokens[state.scopes[token.scope]?.token ?? ''];
    if (!owner) return {};
    const { collection, elementVariable } = loopAt(owner.node ?? '') ?? {};
    const element = (collection?.evaluate(known) as readonly unknown[] | undefined)?.[owner.iteration ?? 0];
    const own = elementVariable === undefined ? {} : { [elementVariable]: element };
    return { ...elementsAt({ token: owner } as TokenAt), ...own };
  }

  function nameOfEvent({ node, event }: ListenerAt) {
    const found = model.events.get(node.id);
    const triggers = found ? [found.trigger, ...(found.also ?? [])] : [];
    const trigger = triggers[node.events.indexOf(event)];
    const value = trigger && 'name' in trigger ? String(trigger.name.evaluate(known)) : '';
    // A message that is only for the message center has no name.
    return value === '' ? undefined : { name: value };
  }
}

/** What is computed in the step does not wait. */
function waits({ userTasks, services }: CompiledDefinition['model'], id: string): boolean {
  const service = services.get(id);
  return userTasks.has(id) || (service !== undefined && !service.expression && !service.assign);
}
