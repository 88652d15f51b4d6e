import { ActivityError } from 'bpmn-elements';
import type { LoopAt, TokenAt } from '../../net/ports.ts';
import type { Id } from '../../net/state.ts';
import { inner } from './contents.ts';
import type { Instance } from './instance.ts';
import { type Content, messageOf } from './message.ts';

/** What the iterations of an activity have been given, and what came of them. */
export interface LoopState {
  readonly items?: readonly unknown[];
  readonly size?: number;
  readonly outputs: unknown[];
}

interface LoopBehaviour {
  readonly isSequential?: boolean;
  readonly collection?: string;
  readonly elementVariable?: string;
  readonly loopCardinality?: string;
  readonly completionCondition?: string;
  readonly loopCondition?: string;
  readonly loopMaximum?: string | number;
  readonly testBefore?: boolean;
}

/** How many iterations there are; the collection is read once, when the first one begins. */
export function countIterations(instance: Instance, at: TokenAt): number {
  const behaviour = behaviourOf(instance, at);
  const { collection, loopCardinality, completionCondition, isSequential } = behaviour;
  const content = instance.contents.ofToken(at);
  const resolve = (expression: string) =>
    instance.viewOf(at.token.scope).environment.resolveExpression(expression, messageOf(content) as never);
  const items = collection === undefined ? undefined : resolve(collection);
  const length = Array.isArray(items) ? items.length : undefined;
  const cardinality = loopCardinality === undefined ? undefined : resolve(String(loopCardinality));
  if (cardinality !== undefined && (Number.isNaN(Number(cardinality)) || cardinality < 0))
    throw new ActivityError(`<${at.node.id}> invalid loop cardinality >${cardinality}<`, messageOf(content) as never);
  const size = cardinality === undefined ? length : Number(cardinality);
  if (size === undefined && !(isSequential && completionCondition)) {
    const needed = isSequential
      ? 'cardinality, collection, or condition is required in sequential loops'
      : 'cardinality or collection is required in parallel loops';
    throw new ActivityError(`<${at.node.id}> ${needed}`, messageOf(content) as never);
  }
  instance.loops[at.id] = {
    ...(Array.isArray(items) && { items }),
    ...(size !== undefined && { size }),
    outputs: [],
  };
  return size === undefined ? Number.MAX_SAFE_INTEGER : Math.min(size, length ?? size);
}

/** A standard loop goes on until its condition is true, as bpmn-engine reads it, or as often as `loopMaximum` says. */
export function goesOn(instance: Instance, at: LoopAt): boolean {
  const behaviour = behaviourOf(instance, at);
  const { loopCondition, loopMaximum, testBefore } = behaviour;
  const loop = (instance.loops[at.id] ??= { outputs: [] });
  const { begun } = at.tally;
  if (loopMaximum !== undefined) {
    const maximum = Number(
      instance
        .viewOf(at.token.scope)
        .environment.resolveExpression(String(loopMaximum), messageOf(instance.contents.ofToken(at)) as never),
    );
    if (begun >= maximum) return false;
  } else if (loopCondition === undefined)
    throw new ActivityError(
      `<${at.node.id}> cardinality, collection, or condition is required in sequential loops`,
      messageOf(instance.contents.ofToken(at)) as never,
    );
  if (loopCondition === undefined || (begun === 0 && !testBefore)) return true;
  return !isTrue(instance, at, loopCondition, { index: testBefore ? begun : begun - 1 }, loop.outputs);
}

/** Whether a multi-instance is complete before its last iteration. */
export function isEnough(instance: Instance, at: LoopAt, last: TokenAt): boolean {
  const { completionCondition } = behaviourOf(instance, at);
  if (completionCondition === undefined) return false;
  const outputs = instance.loops[at.id]?.outputs ?? [];
  const index = last.token.iteration ?? 0;
  return isTrue(instance, at, completionCondition, { index, output: outputs[index] }, outputs);
}

function isTrue(instance: Instance, at: TokenAt, condition: string, own: object, outputs: readonly unknown[]): boolean {
  const content = iterationContent(instance, at, own);
  const message = messageOf({ ...content, loopOutput: outputs });
  return Boolean(instance.viewOf(at.token.scope).environment.resolveExpression(condition, message as never));
}

/** Of one iteration. @param own what belongs to it, its index at least */
export function iterationContent(instance: Instance, at: TokenAt, own: object): Content {
  const root: Id = at.token.of ?? at.id;
  const { items, size } = instance.loops[root] ?? {};
  const { elementVariable = 'item', isSequential = at.node.loop !== 'parallel' } = behaviourOf(instance, at);
  const { index } = own as { readonly index: number };
  const content = instance.contents.ofToken(at);
  return inner(content, {
    ...{ loopCardinality: size, isSequential, isMultiInstance: true, index },
    ...(items && { [elementVariable]: items[index] }),
    executionId: `${content.executionId}_${index}`,
    ...own,
  });
}

function behaviourOf(instance: Instance, { node, token }: TokenAt): LoopBehaviour {
  const { loopCharacteristics } = instance.viewOf(token.scope).owner(node.id).behaviour;
  return (loopCharacteristics as { readonly behaviour?: LoopBehaviour } | undefined)?.behaviour ?? {};
}
