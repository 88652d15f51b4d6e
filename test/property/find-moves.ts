import { isData } from './data.ts';
import type { OracleWait, Watch } from './game-state.ts';
import { type Graph, nodeOf } from './graph.ts';
import type { Oracle } from './oracle.ts';

/** What may be done next; the more weight, the more often. */
export type Move = { readonly weight: number } & (
  | { readonly kind: 'press'; readonly task: OracleWait }
  | { readonly kind: 'finish'; readonly job: OracleWait }
  | { readonly kind: 'fail'; readonly job: OracleWait; readonly code: string }
  | { readonly kind: 'send'; readonly event: { readonly kind: 'message' | 'signal'; readonly name: string } }
  /** What a conditional event waits for. */
  | { readonly kind: 'set'; readonly variable: string }
  /** A host sets some of what changes while the process runs. */
  | { readonly kind: 'set-data' }
  | { readonly kind: 'wake'; readonly wakeAt: number }
);

/**
 * Everything that may happen to an instance now.
 * @param calm only what brings it to its end
 */
export function findMoves(graph: Graph, oracle: Oracle, calm: boolean): Move[] {
  const tasks = oracle.waits.filter(({ kind }) => kind === 'task');
  const jobs = oracle.waits.filter(({ kind }) => kind === 'job');
  return [
    ...tasks.map((task): Move => ({ kind: 'press', weight: Math.ceil(24 / tasks.length), task })),
    ...jobs.map((job): Move => ({ kind: 'finish', weight: Math.ceil(12 / jobs.length), job })),
    ...jobs.flatMap((job) => failuresOf(graph, oracle, job)),
    ...sendsOf(graph, oracle, calm),
    ...factsOf(graph, oracle, calm),
    ...wakesOf(oracle),
    ...dataOf(graph, calm),
  ];
}

function failuresOf({ nodes }: Graph, oracle: Oracle, job: OracleWait): Move[] {
  const codes = nodes.flatMap(({ type, event }) =>
    event?.kind === 'error' && type !== 'endEvent' ? (event.code ?? 'E0') : [],
  );
  return codes
    .filter((code) => oracle.catchesFailure(job, code))
    .slice(0, 1)
    .map((code) => ({ kind: 'fail', weight: 6, job, code }));
}

function sendsOf(graph: Graph, oracle: Oracle, calm: boolean): Move[] {
  const byName = new Map<string, { event: { kind: 'message' | 'signal'; name: string }; watches: Watch[] }>();
  for (const watch of oracle.watches) {
    const { event } = nodeOf(graph, watch.nodeId);
    if (event?.kind !== 'message' && event?.kind !== 'signal') continue;
    const key = `${event.kind} ${event.name}`;
    byName.set(key, { event, watches: [...(byName.get(key)?.watches ?? []), watch] });
  }
  return [...byName.values()].flatMap(({ event, watches }): Move[] => {
    const isWayOn = watches.some((watch) => leadsOn(graph, watch));
    if (calm && !isWayOn) return [];
    return [{ kind: 'send', weight: isWayOn ? 8 : 7, event }];
  });
}

/** Variables that conditional events wait for. */
function factsOf(graph: Graph, oracle: Oracle, calm: boolean): Move[] {
  const waysOn = new Map<string, boolean>();
  for (const watch of oracle.watches) {
    const { event } = nodeOf(graph, watch.nodeId);
    if (event?.kind === 'condition') waysOn.set(event.variable, leadsOn(graph, watch));
  }
  return [...waysOn].flatMap(([variable, isWayOn]): Move[] =>
    calm && !isWayOn ? [] : [{ kind: 'set', weight: isWayOn ? 8 : 7, variable }],
  );
}

const leadsOn = (graph: Graph, { nodeId }: Watch): boolean =>
  !/^(boundary|start)Event$/.test(nodeOf(graph, nodeId).type);

const dataOf = ({ variables }: Graph, calm: boolean): Move[] =>
  !calm && variables.some(({ name }) => isData(name)) ? [{ kind: 'set-data', weight: 4 }] : [];

function wakesOf(oracle: Oracle): Move[] {
  const { wakeAt } = oracle;
  if (wakeAt === null) return [];
  // A cycle takes hours, and what it hangs on is soon over.
  const cycles = oracle.watches.filter(({ left }) => left > 1).flatMap(({ dueAt }) => dueAt ?? []);
  if (cycles.length === 0) return [{ kind: 'wake', weight: 10, wakeAt }];
  return [{ kind: 'wake', weight: 50, wakeAt: Math.min(...cycles) }];
}
