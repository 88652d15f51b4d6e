import { isData } from '../conditions/data.ts';
import { type Graph, isShared, nodeOf } from '../draw/graph.ts';
import type { Oracle } from '../oracle/oracle.ts';
import type { OracleWait, Watch } from '../oracle/token-game/game-state.ts';
import type { Sent } from '../oracle/token-game/token-game.ts';

/** What may be done next; the more weight, the more often. */
export type Move = { readonly weight: number } & (
  | { readonly kind: 'press'; readonly task: OracleWait }
  /** Its handler gives it to others for a while. */
  | { readonly kind: 'ask'; readonly task: OracleWait }
  /** Its handler sends it back to one of these, or to what it has passed. */
  | { readonly kind: 'send-back'; readonly task: OracleWait; readonly nodeIds: readonly string[] }
  /** Who has asked asks no more. */
  | { readonly kind: 'recall'; readonly task: OracleWait; readonly asker: string }
  | { readonly kind: 'finish'; readonly job: OracleWait }
  | { readonly kind: 'fail'; readonly job: OracleWait; readonly code: string }
  | { readonly kind: 'send'; readonly event: Sent }
  /** What a conditional event waits for. */
  | { readonly kind: 'set'; readonly variable: string; readonly call: string | undefined }
  /** A host sets some of what changes while the process runs. */
  | { readonly kind: 'set-data'; readonly call: string | undefined }
  /** A host sets what conditions were without. */
  | { readonly kind: 'repair'; readonly call: string | undefined }
  | { readonly kind: 'wake'; readonly wakeAt: number }
);

/** People ask each other so deep. */
const MOST_DEEP = 3;

/** What people do who ask others. */
export function asksOf(graph: Graph, oracle: Oracle): Move[] {
  const tasks = oracle.waits.filter(({ kind, nodeId }) => kind === 'task' && !isShared(nodeOf(graph, nodeId)));
  const depthOf = (task: OracleWait): number => {
    const above = oracle.askedWith(task);
    return above ? 1 + depthOf(above) : 0;
  };
  // Else an event would seldom end a task that others have.
  const isOnEdge = ({ nodeId, isOpinion }: OracleWait) =>
    !isOpinion && graph.nodes.some(({ attachedTo, interrupting }) => attachedTo === nodeId && interrupting);
  const mayAsk = tasks.filter((task) => depthOf(task) < MOST_DEEP);
  const recalls = oracle.asked.flatMap((asked): Omit<Move & { kind: 'recall' }, 'weight'>[] => {
    const { asker = '', members = [] } = asked.panel ?? {};
    const open = members.flatMap(({ task }) => (task && !task.panel ? task : []));
    return [asked, ...open].map((task) => ({ kind: 'recall', task, asker }));
  });
  const nodeIds = graph.nodes.flatMap(({ id, type }) => (type === 'userTask' ? id : []));
  return [
    // Else a task would seldom be sent back further.
    ...mayAsk.map(
      (task): Move => ({
        kind: 'send-back',
        weight: Math.ceil((task.isSentBack ? 80 : 8) / mayAsk.length),
        task,
        nodeIds,
      }),
    ),
    ...mayAsk.map(
      (task): Move => ({ kind: 'ask', weight: Math.ceil((isOnEdge(task) ? 200 : 16) / mayAsk.length), task }),
    ),
    ...recalls.map((recall): Move => ({ ...recall, weight: Math.ceil(5 / recalls.length) })),
  ];
}

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
    ...dataOf(graph, oracle, calm),
  ];
}

function failuresOf(graph: Graph, oracle: Oracle, job: OracleWait): Move[] {
  const { nodes } = graph;
  if (nodeOf(graph, job.nodeId).isLookup) return [];
  const codes = nodes.flatMap(({ type, event }) =>
    event?.kind === 'error' && type !== 'endEvent' ? (event.code ?? 'E0') : [],
  );
  return codes
    .filter((code) => oracle.catchesFailure(job, code))
    .slice(0, 1)
    .map((code) => ({ kind: 'fail', weight: 6, job, code }));
}

function sendsOf(graph: Graph, oracle: Oracle, calm: boolean): Move[] {
  const byName = new Map<string, { event: Sent; watches: Watch[] }>();
  for (const watch of oracle.watches) {
    const { name, key } = watch;
    const { event } = nodeOf(graph, watch.nodeId);
    if ((event?.kind !== 'message' && event?.kind !== 'signal') || name === undefined) continue;
    const sent = { kind: event.kind, name, ...(key !== undefined && { key }) };
    const id = JSON.stringify(sent);
    byName.set(id, { event: sent, watches: [...(byName.get(id)?.watches ?? []), watch] });
  }
  return [...byName.values()].flatMap(({ event, watches }): Move[] => {
    const isWayOn = watches.some((watch) => leadsOn(graph, watch));
    if (calm && !isWayOn) return [];
    return [{ kind: 'send', weight: isWayOn ? 8 : 7, event }];
  });
}

/** Variables that conditional events wait for. */
function factsOf(graph: Graph, oracle: Oracle, calm: boolean): Move[] {
  const waysOn = new Map<string, { variable: string; call: string | undefined; isWayOn: boolean }>();
  for (const watch of oracle.watches) {
    const { event } = nodeOf(graph, watch.nodeId);
    if (event?.kind === 'condition' && !event.reads) {
      const call = oracle.callAround(watch.scope);
      const { variable } = event;
      waysOn.set(`${variable} in ${call}`, { variable, call, isWayOn: leadsOn(graph, watch) });
    }
  }
  return [...waysOn.values()].flatMap(({ variable, call, isWayOn }): Move[] =>
    calm && !isWayOn ? [] : [{ kind: 'set', weight: isWayOn ? 8 : 7, variable, call }],
  );
}

const leadsOn = (graph: Graph, { nodeId }: Watch): boolean =>
  !/^(boundary|start)Event$/.test(nodeOf(graph, nodeId).type);

function dataOf(graph: Graph, oracle: Oracle, calm: boolean): Move[] {
  if (!graph.variables.some(({ name }) => isData(name))) return [];
  const waits = oracle.watches.filter((watch) => {
    const { event } = nodeOf(graph, watch.nodeId);
    return event?.kind === 'condition' && event.reads !== undefined && leadsOn(graph, watch);
  });
  const awaited = new Set(waits.map(({ scope }) => oracle.callAround(scope)));
  const calls = calm ? awaited : new Set([undefined, ...oracle.calls]);
  return [...calls].map((call) => ({ kind: 'set-data', weight: awaited.has(call) ? 8 : 4, call }));
}

function wakesOf(oracle: Oracle): Move[] {
  const { wakeAt } = oracle;
  if (wakeAt === null) return [];
  // A cycle takes hours, and what it hangs on is soon over.
  const cycles = oracle.watches.filter(({ left }) => left > 1).flatMap(({ dueAt }) => dueAt ?? []);
  if (cycles.length === 0) return [{ kind: 'wake', weight: 10, wakeAt }];
  return [{ kind: 'wake', weight: 50, wakeAt: Math.min(...cycles) }];
}
