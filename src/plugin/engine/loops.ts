import { ActivityError } from 'bpmn-elements';
import type { LoopAt, TokenAt } from '../../net/ports.ts';
import { messageOf } from './message.ts';
import type { Run } from './run.ts';

interface LoopBehaviour {
  readonly isSequential?: boolean;
  readonly collection?: string;
  readonly loopCardinality?: string;
  readonly completionCondition?: string;
  readonly loopCondition?: string;
  readonly loopMaximum?: string | number;
  readonly testBefore?: boolean;
}

/** How many iterations there are. The collection is read once, when the first one begins. */
export function countIterations(run: Run, at: TokenAt): number {
  const { collection, loopCardinality, completionCondition, isSequential } = behaviourOf(run, at);
  const items = collection === undefined ? undefined : resolve(run, at, collection);
  const length = Array.isArray(items) ? items.length : undefined;
  const cardinality = loopCardinality === undefined ? undefined : resolve(run, at, loopCardinality);
  const size = cardinality === undefined ? length : Number(cardinality);
  if (size !== undefined && !(size >= 0)) throw fault(run, at, `invalid loop cardinality >${cardinality}<`);
  if (size === undefined && !isSequential)
    throw fault(run, at, 'cardinality or collection is required in parallel loops');
  if (size === undefined && completionCondition === undefined) throw needsMore(run, at);
  run.state.loops[at.id] = {
    ...(Array.isArray(items) && { items }),
    ...(size !== undefined && { size }),
    outputs: [],
  };
  return size === undefined ? Number.MAX_SAFE_INTEGER : Math.min(size, length ?? size);
}

/** A standard loop goes on until its condition is true, as bpmn-engine reads it, or as often as `loopMaximum` says. */
export function goesOn(run: Run, at: LoopAt): boolean {
  const { loopCondition, loopMaximum, testBefore } = behaviourOf(run, at);
  if (loopCondition === undefined && loopMaximum === undefined) throw needsMore(run, at);
  run.state.loops[at.id] ??= { outputs: [] };
  const { outputs = [] } = run.state.loops[at.id] ?? {};
  const { begun } = at.tally;
  if (loopMaximum !== undefined && begun >= Number(resolve(run, at, String(loopMaximum)))) return false;
  if (loopCondition === undefined || (begun === 0 && !testBefore)) return true;
  return !isTrue(run, at, loopCondition, { index: testBefore ? begun : begun - 1, outputs });
}

/** Whether a multi-instance is complete before its last iteration. */
export function isEnough(run: Run, at: LoopAt, { token }: TokenAt): boolean {
  const { completionCondition } = behaviourOf(run, at);
  if (completionCondition === undefined) return false;
  const { outputs = [] } = run.state.loops[at.id] ?? {};
  return isTrue(run, at, completionCondition, { index: token.iteration ?? 0, outputs });
}

interface Iteration {
  readonly index: number;
  readonly outputs: readonly unknown[];
}

function isTrue(run: Run, at: TokenAt, condition: string, { index, outputs }: Iteration): boolean {
  const content = run.iterationContent(at, { index, output: outputs[index] });
  return Boolean(resolve(run, at, condition, { ...content, loopOutput: outputs }));
}

function resolve(run: Run, at: TokenAt, expression: string, content = run.contents.ofToken(at)): unknown {
  return run.viewOf(at.token.scope).environment.resolveExpression(String(expression), messageOf(content) as never);
}

function needsMore(run: Run, at: TokenAt): Error {
  return fault(run, at, 'cardinality, collection, or condition is required in sequential loops');
}

function fault(run: Run, at: TokenAt, what: string): Error {
  return new ActivityError(`<${at.node.id}> ${what}`, messageOf(run.contents.ofToken(at)) as never);
}

function behaviourOf(run: Run, at: TokenAt): LoopBehaviour {
  const { loopCharacteristics } = run.drawing.behaviourOf(at.node.id) as {
    loopCharacteristics?: { behaviour?: LoopBehaviour };
  };
  return loopCharacteristics?.behaviour ?? {};
}
