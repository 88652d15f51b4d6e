import { Engine, type Execution } from 'bpmn-engine';
import { node as drawNode, element, userTask } from '../../support/bpmn-xml.ts';
import { isMet, type Values } from '../conditions/condition-truth.ts';
import {
  flowsFrom,
  type Graph,
  type GraphNode,
  hasLateCalls,
  isService,
  isShared,
  type Many,
  nodeOf,
} from '../draw/graph.ts';
import { gatewayAfter } from '../oracle/oracle-buttons.ts';
import { countVotes, readSize } from '../oracle/oracle-conditions.ts';
import { type Dialect, writeEvent } from '../render/render.ts';
import { writeDefinition } from '../render/render-events.ts';
import { renderXml } from '../render/render-files.ts';
import type { Seen, SeenTask, SubjectMaker } from './subject.ts';

interface EngineApi {
  readonly id: string;
  readonly type: string;
  readonly executionId: string;
  signal(message: object): void;
  fail?(error: { readonly code: string }): void;
  getExecuting?(): EngineApi[];
}

/** Conditions the engine may evaluate in one run; right ones need a few dozen to a hundred, and some of its loops never end. */
const MOST_QUESTIONS = 500;

const silent = () => ({ debug() {}, warn() {}, error() {} });

/**
 * The same processes on bpmn-engine without the plugin, to know that the harness bites. It is spared all that the
 * engine cannot know: services wait as user tasks do, and the oracle says what a button or a vote chose and whether a
 * countersign is over. What is left is how it moves tokens.
 */
export const makePlainEngine: SubjectMaker = async (graph) => {
  // The engine has no such calls.
  if (hasLateCalls(graph)) return undefined;
  let variables: Values = {};
  const routes = routesOfNobody(graph);
  const over = new Set<string>();
  let execution: Execution | undefined;
  let asked = 0;

  function resolve(text: unknown): unknown {
    asked += 1;
    if (asked > MOST_QUESTIONS) throw new Error('the engine goes round without end');
    const [, what, id = ''] = /^\$\{(flow|over|size)_(.*)\}$/.exec(String(text)) ?? [];
    if (what === 'over') return over.has(id);
    const many = what === 'size' ? nodeOf(graph, id).many : undefined;
    if (many) return readSize(many, variables)?.count;
    const flow = what === 'flow' ? graph.flows.find((each) => each.id === id) : undefined;
    if (!flow) return text;
    const chosen = routes.get(flow.source);
    return chosen === undefined ? flow.condition !== undefined && isMet(flow.condition, variables) : chosen === flow.id;
  }
  const expressions = { resolveExpression: resolve, isExpression: isMark, hasExpression: isMark };
  const source = renderXml(graph, PLAIN_DIALECT(graph), writeSignals(graph));
  const settings = { batchSize: 1000 };
  const options = { name: 'plain', source, Logger: silent, expressions, settings };
  const engine = new Engine(options as unknown as ConstructorParameters<typeof Engine>[0]);

  function listWaiting(): EngineApi[] {
    const postponed = (execution?.getPostponed() ?? []) as unknown as EngineApi[];
    return postponed
      .filter(({ type }) => type === 'bpmn:UserTask')
      .flatMap((api) => (isRepeated(nodeOf(graph, api.id)) ? (api.getExecuting?.() ?? []) : [api]));
  }

  /** Jobs it ever ran, by their execution. */
  const jobs = new Map<string, string>();

  function look(): Seen {
    const waiting = engine.state === 'idle' ? [] : listWaiting();
    const isJob = ({ id }: EngineApi) => isService(nodeOf(graph, id));
    const running = waiting.filter(isJob);
    for (const { id, executionId } of running) jobs.set(executionId, id);
    return {
      open: waiting
        .filter((api) => !isJob(api))
        .map(
          ({ id, executionId }): SeenTask => ({
            taskId: executionId,
            nodeId: id,
            handlers: undefined,
            origin: undefined,
          }),
        ),
      jobs: [...jobs].map(([jobId, nodeId]) => ({
        jobId,
        nodeId,
        runs: running.some(({ executionId }) => executionId === jobId),
      })),
      tellsJobs: true,
      reports: undefined,
      ended: engine.state === 'idle',
      wakeAt: undefined,
      unmatched: undefined,
    };
  }

  function setOver(nodeId: string, completes: boolean): void {
    if (completes) over.add(nodeId);
    else over.delete(nodeId);
  }

  return {
    name: 'plain bpmn-engine',
    survivesFailure: false,
    async start(initial) {
      variables = initial;
      execution = await engine.execute();
      return look();
    },
    async press({ taskId, nodeId, button, variables: set, completes, chosen }) {
      const api = listWaiting().find(({ executionId }) => executionId === taskId);
      if (!api) return 'stale';
      const { effect } = button;
      variables = { ...variables, ...set, ...(effect.kind === 'set' && { [effect.variable]: effect.value }) };
      setOver(nodeId, completes);
      if (chosen) routes.set(chosen.gateway, chosen.flowId);
      if (isShared(nodeOf(graph, nodeId)) && !completes) return look();
      api.signal({});
      return look();
    },
    async finishJob({ jobId, nodeId, gone, completes }, result) {
      const api = listWaiting().find(({ executionId }) => executionId === jobId);
      if (!api || gone) return 'stale';
      variables = { ...variables, ...result };
      setOver(nodeId, completes);
      api.signal({});
      return look();
    },
    async failJob({ jobId }, code) {
      const api = listWaiting().find(({ executionId }) => executionId === jobId);
      if (!api?.fail) return 'stale';
      api.fail({ code });
      return look();
    },
    async send({ kind, name, payload }) {
      variables = { ...variables, ...payload };
      execution?.signal({ id: `${kind}-${name.split('-', 1)}` });
      return look();
    },
    async set(given, _call, met) {
      variables = { ...variables, ...given };
      for (const nodeId of met) execution?.signal({ id: `told-${nodeId}` });
      return look();
    },
    async wake(due) {
      for (const { nodeId } of due) execution?.signal({ id: `told-${nodeId}` });
      return look();
    },
    close: () => {
      void engine.stop();
    },
  };
};

/** A shared task is one task to the engine, and the oracle says when all have signed it. */
const isRepeated = (node: GraphNode): boolean => node.many !== undefined && !isShared(node);

const isMark = (text: unknown): boolean => typeof text === 'string' && text.startsWith('${');

const PLAIN_DIALECT = (graph: Graph): Dialect => ({
  vote: false,
  whole: false,
  condition(flow) {
    const decides = nodeOf(graph, flow.source).type !== 'parallelGateway' && flowsFrom(graph, flow.source).length > 1;
    return decides && !flow.isDefault && (flow.condition || flow.name) ? `\${flow_${flow.id}}` : undefined;
  },
  many: (node) => (node.many ? manyOf(node) : undefined),
  node(node) {
    if (node.many && isOfNobody(node.many)) return drawNode('task', node.id);
    if (node.type === 'manualTask' || node.computes) return drawNode('task', node.id);
    if (node.type === 'userTask' || isService(node))
      return userTask(node.id, isRepeated(node) ? { multiInstance: manyOf(node) } : {});
    // The host starts it, whatever it says.
    if (node.type === 'startEvent' && node.scope === undefined) return drawNode(node.type, node.id);
    if (node.event) return writeEvent(node, writePlainEvent(node));
    return drawNode(node.type, node.id);
  },
});

/** Timers and conditions wait as signals do, so that no clock is in it; the rest is as the engine knows it. */
function writePlainEvent(node: GraphNode): string {
  return isTold(node) ? element('signalEventDefinition', { signalRef: `told-${node.id}` }) : writeDefinition(node);
}

const isTold = ({ event }: GraphNode): boolean => event?.kind === 'timer' || event?.kind === 'condition';

/** For the timers and conditions. */
function writeSignals({ nodes }: Graph): string {
  return nodes
    .filter(isTold)
    .map(({ id }) => element('signal', { id: `told-${id}`, name: id }))
    .join('');
}

function manyOf({ id, many }: GraphNode) {
  return { sequential: many?.sequential ?? false, cardinality: `\${size_${id}}`, condition: `\${over_${id}}` };
}

/** Whether there is nothing to do, whenever it begins. */
const isOfNobody = ({ over, isChanging }: Many): boolean =>
  !isChanging && (over.kind === 'list' ? over.people.length : over.count) === 0;

/** What the votes of a countersign without signers choose. */
function routesOfNobody(graph: Graph): Map<string, string> {
  const routes = new Map<string, string>();
  for (const { id, many } of graph.nodes) {
    const gateway = gatewayAfter(graph, id);
    if (!many || gateway === undefined || !isOfNobody(many)) continue;
    const result = countVotes(many, { size: 0, completed: 0, approvals: 0, rejections: 0 });
    const flow = flowsFrom(graph, gateway).find(({ vote }) => vote !== undefined && vote === result);
    if (flow) routes.set(gateway, flow.id);
  }
  return routes;
}
