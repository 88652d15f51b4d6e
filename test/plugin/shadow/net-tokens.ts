/** Which token of the net is which execution of the engine: both have names by the diagram. */
import { type Id, inOrder, type Marking, type NetState } from '../../support/inner/net.ts';
import type { CompiledDefinition, Ledger } from '../../support/inner/plugin.ts';

/**
 * Executions of the engine have the tokens at the same place, in order.
 * @param known those of the step before
 */
export function matchTokens(
  definition: CompiledDefinition,
  known: ReadonlyMap<string, Id>,
  { openTasks, openJobs }: Ledger,
  marking: Marking,
): ReadonlyMap<string, Id> {
  const leaves = leavesOf(marking.state);
  const matched = new Map(
    [...known].filter(
      ([executionId, id]) => id in marking.state.tokens && (executionId in openTasks || executionId in openJobs),
    ),
  );
  const taken = new Set(matched.values());
  const free = inOrder(
    marking,
    leaves.filter((id) => !taken.has(id)),
  );
  const assign = (executionId: string, place: string, placeOf: (id: Id) => string) => {
    if (matched.has(executionId)) return;
    const id = free.find((each) => !taken.has(each) && placeOf(each) === place);
    if (id === undefined) return;
    taken.add(id);
    matched.set(executionId, id);
  };
  for (const [executionId, task] of Object.entries(openTasks))
    assign(executionId, nameOfTask(definition, executionId, task), (id) => nameOf(definition, marking.state, id));
  for (const [executionId, { nodeId }] of Object.entries(openJobs))
    assign(executionId, `${nodeId}${iterationMark(definition, nodeId, executionId)}`, (id) =>
      jobNameOf(marking.state, id),
    );
  return matched;
}

/** The tokens that nothing runs in or for. */
export function leavesOf({ scopes, tokens }: NetState): readonly Id[] {
  const owners = new Set(Object.values(scopes).map(({ token }) => token));
  return Object.keys(tokens).filter((id) => !tokens[id]?.tally && !owners.has(id) && tokens[id]?.flow === undefined);
}

export function nameOf({ model }: CompiledDefinition, { tokens, scopes }: NetState, id: Id): string {
  const { node = '', scope = '', iteration } = tokens[id] ?? {};
  const path: string[] = [];
  for (let at = scopes[scope]?.token; at !== undefined; ) {
    const owner: NetState['tokens'][string] | undefined = tokens[at];
    if (owner?.iteration !== undefined && model.subProcesses.get(owner.node ?? '')?.multiInstance)
      path.unshift(`${owner.node}${owner.iteration}.`);
    at = scopes[owner?.scope ?? '']?.token;
  }
  return `${path.join('')}${node}${iteration === undefined ? '' : `#${iteration}`}`;
}

export function jobNameOf({ tokens }: NetState, id: Id): string {
  const { node = '', iteration } = tokens[id] ?? {};
  return `${node}${iteration === undefined ? '' : `#${iteration}`}`;
}

export function nameOfTask(
  definition: CompiledDefinition,
  executionId: string,
  { nodeId, scopeIds }: Ledger['openTasks'][string],
): string {
  const { subProcesses } = definition.model;
  const repeated = [...subProcesses.values()].filter(({ multiInstance }) => multiInstance).map((each) => each.nodeId);
  const path = scopeIds.toReversed().flatMap((scopeId) =>
    repeated.flatMap((id) => {
      const index = iterationOf(id, scopeId);
      return index === undefined ? [] : `${id}${index}.`;
    }),
  );
  return `${path.join('')}${nodeId}${iterationMark(definition, nodeId, executionId)}`;
}

export function iterationMark(
  { model: { userTasks, services } }: CompiledDefinition,
  nodeId: string,
  executionId: string,
): string {
  const task = userTasks.get(nodeId);
  const isRepeated = task?.multiInstance ?? task?.standardLoop ?? services.get(nodeId)?.multiInstance;
  return isRepeated ? `#${iterationOf(nodeId, executionId)}` : '';
}

/** Index of an iteration: the engine calls it `<node>_<hex digits>_<index>`, and in the second copy of the node `<node>_2_…`. */
function iterationOf(nodeId: string, executionId: string): number | undefined {
  // It replaces some characters.
  const [node, execution] = [nodeId, executionId].map((each) => each.replaceAll(/\W/g, '_')) as [string, string];
  if (!execution.startsWith(`${node}_`)) return undefined;
  const index = /^(?:\d+_)?[0-9a-f]{4,}_(\d+)$/.exec(execution.slice(node.length + 1))?.[1];
  return index === undefined ? undefined : Number(index);
}
