import type { Expression } from '../../model/expressions/expression.ts';
import { expressionNames } from '../../model/expressions/expression-analysis.ts';
import type { Mapping } from '../../model/nodes/mapping.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { multiInstanceOf } from '../engine/multi-instance/iterations.ts';
import type { Beyond } from './beyond.ts';

/** Variables that a token reads and sets at a node. */
interface Access {
  readonly reads: ReadonlySet<string>;
  readonly sets: ReadonlySet<string>;
  /** It may be any: a call passes variables, an event is thrown or caught. */
  readonly isAny: boolean;
}

const known = new WeakMap<ProcessModel, Map<string, Access>>();

/** Whether a token reads or sets variables at a node, so that it matters when it is there. */
export function usesVariables(nodeId: string, beyond: Beyond): boolean {
  const { reads, sets, isAny } = accessOf(nodeId, beyond);
  return isAny || reads.size > 0 || sets.size > 0;
}

/** Whether it matters which of two tokens is at its node first: one of them sets what the other reads or sets. */
export function disturbs(one: string, other: string, beyond: Beyond): boolean {
  const [a, b] = [accessOf(one, beyond), accessOf(other, beyond)];
  if ((a.isAny && usesVariables(other, beyond)) || (b.isAny && usesVariables(one, beyond))) return true;
  const isIn =
    ({ reads, sets }: Access) =>
    (name: string) =>
      reads.has(name) || sets.has(name);
  return [...a.sets].some(isIn(b)) || [...b.sets].some(isIn(a));
}

function accessOf(nodeId: string, beyond: Beyond): Access {
  const ofModel = known.get(beyond.model) ?? new Map<string, Access>();
  known.set(beyond.model, ofModel);
  const access = ofModel.get(nodeId) ?? readAccess(nodeId, beyond);
  ofModel.set(nodeId, access);
  return access;
}

function readAccess(nodeId: string, { model, diagram }: Beyond): Access {
  const service = model.services.get(nodeId);
  const multiInstance = multiInstanceOf(model, nodeId);
  const conditions = (diagram.flowsFrom.get(nodeId) ?? []).flatMap(({ id }) => model.conditions?.get(id) ?? []);
  const mappings: readonly Mapping[] = [
    ...(service?.assign ?? []),
    ...(service?.inputs ?? []),
    ...(service?.outputs ?? []),
  ];
  const { collection, cardinality, condition, output } = multiInstance ?? {};
  const repeating = [collection, cardinality, condition, output?.element, service?.expression];
  const expressions: readonly Expression[] = [
    ...[...conditions, ...mappings.map(({ value }) => value)],
    ...repeating.flatMap((each) => each ?? []),
  ];
  const assigned = [...(service?.assign ?? []), ...(service?.outputs ?? [])].map(({ name }) => name);
  const set = [service?.resultVariable, output?.collection, ...assigned];
  return {
    reads: new Set(expressions.flatMap((each) => [...expressionNames(each)])),
    sets: new Set(set.flatMap((each) => each ?? [])),
    isAny: service?.passes !== undefined || model.events.has(nodeId),
  };
}
