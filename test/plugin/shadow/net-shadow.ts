/**
 * The net beside the engine: it makes the steps of the product, with the product's own expressions and the variables that
 * these set, and is compared after each.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ProcessModel } from '../../../src/model/process-model.ts';
import { Marking } from '../../../src/net/marking.ts';
import { findParts } from '../../../src/plugin/apply/press/press-task.ts';
import { refusalOfStep } from '../../../src/plugin/apply/press/verdicts.ts';
import type { TokenHolder } from '../../../src/plugin/at-rest/token-holders.ts';
import { readAskKey } from '../../../src/plugin/state/job-key.ts';
import { EMPTY_LEDGER, type Ledger, type Origin } from '../../../src/plugin/state/ledger.ts';
import { openTasksOf } from '../../../src/plugin/state/open-tasks.ts';
import type { InstanceInfo } from '../../../src/plugin/state/run-settings.ts';
import { keepTaskInputs } from '../../../src/plugin/variables/task-variables.ts';
import {
  emptyState,
  type Id,
  inOrder,
  type NetChange,
  type NetState,
  openNet,
  readListenerKey,
} from '../../support/inner/net.ts';
import type { CompiledDefinition, RunSettings, Snapshot, StepResult, Trigger } from '../../support/inner/plugin.ts';
import { type KeptOrigins, NetOrigins } from './net-origins.ts';
import { createPorts, type StepTale } from './net-ports.ts';
import { reportsOf, tellReports } from './net-reports.ts';
import { applyToNet, type Cast, stepErrorOf } from './net-step.ts';
import { type KeptValues, NetValues, NO_VALUES } from './net-values.ts';

/** What the product made of a step: its result, or why it failed. */
export type Outcome = StepResult | Error;

export interface NetShadow {
  /** Makes the step too. @returns what differs */
  follow(definition: CompiledDefinition, trigger: Trigger, outcome: Outcome, now: number): readonly string[];
}

export function createNetShadow(settings: RunSettings, businessKey: string | null): NetShadow {
  let state: NetState | undefined = emptyState();
  let values: KeptValues = NO_VALUES;
  let origins: KeptOrigins = { tokens: [], scopes: [] };
  let ledger: Ledger = EMPTY_LEDGER;
  let instance: InstanceInfo = {
    instanceId: 'i',
    initiator: 'ann',
    initiatorName: null,
    businessKey,
    previousTaskId: null,
  };
  let events: StepResult['changes']['events'] = [];
  /** The tokens of open tasks and jobs, by the executions of the engine. */
  let tokens: ReadonlyMap<string, Id> = new Map();
  const flows = { product: new Set<string>(), net: new Set<string>() };

  return {
    follow(definition, trigger, outcome, now) {
      if (state === undefined) return [];
      if (!canFollow(definition, trigger, ledger)) {
        state = undefined;
        return [];
      }
      if (trigger.kind === 'start') ({ instance } = trigger);
      const step = takeStep(definition, trigger, now, structuredClone(state));
      if (outcome instanceof Error) return compareErrors(step.error, outcome, trigger);
      if (step.error !== undefined) {
        state = undefined;
        return [`net: ${stepErrorOf(step.error)} ${(step.error as Error).stack}`];
      }
      const differs = compare(definition, trigger, outcome, step, now);
      state = step.state;
      values = step.values.kept;
      origins = step.origins.kept;
      ledger = ledgerOf(outcome);
      events = outcome.changes.events;
      return differs;
    },
  };

  function takeStep(definition: CompiledDefinition, trigger: Trigger, now: number, at: NetState): NetStep {
    const { model } = definition;
    const told: NetChange[] = [];
    const made = new NetValues(definition, at, values, { settings, now, businessKey });
    const pressed = trigger.kind === 'press' ? trigger.taskId : undefined;
    const open = Object.entries(ledger.openTasks).flatMap(([executionId, { taskId }]) => {
      const token = tokens.get(executionId);
      return token === undefined ? [] : [{ taskId, token }];
    });
    const parts = trigger.kind === 'press' ? partsOf(made, trigger) : [];
    const isOpen = (task: string) => open.some(({ taskId, token }) => taskId === task && token in at.tokens);
    const own = new NetOrigins(origins, {
      ...{ state: at, reserved: model.reserved ?? new Set(), handled: ledger.handled },
      ...{ pressed, isOpen, open },
    });
    const cast: Cast = {
      partsOf: () => {
        if (parts.length === 0) throw new Error('no such task');
        if (pressed !== undefined) own.note(parts[0] ?? '', pressed);
        return parts;
      },
      job(executionId) {
        const token = tokens.get(executionId);
        if (token === undefined) throw new Error('no such job');
        own.note(token, ledger.openJobs[executionId]?.origin ?? null);
        return token;
      },
      timer(executionId) {
        const wait = events.find((each) => each.executionId === executionId);
        const same = events.filter(({ nodeId, kind }) => nodeId === wait?.nodeId && kind === 'timer');
        const keys = Object.keys(at.listeners).filter((key) => readListenerKey(key).nodeId === wait?.nodeId);
        return (wait && keys[same.indexOf(wait)]) ?? '';
      },
      brings: (payload) => {
        tale.payload = payload;
      },
    };
    const tale: StepTale = {
      ...{ now, timeZone: settings.timeZone, businessKey },
      code: trigger.kind === 'job-error' ? trigger.code : undefined,
      hear(change: NetChange) {
        told.push(change);
        own.follow(change);
      },
    };
    const step = { state: at, values: made, origins: own, told, open, error: undefined };
    try {
      const net = openNet(at, createPorts(made, tale), { maxMoves: 20_000, maxDepth: 50, maxTokens: 1000 });
      const [part = ''] = parts;
      const signed = at.tokens[part]?.of ?? part;
      const before = own.of(signed);
      applyToNet(net, made, trigger, cast, now);
      // A shared task is no origin before all have signed it.
      if (pressed !== undefined && isOpen(pressed)) own.note(signed, before);
      return step;
    } catch (error) {
      return { ...step, error };
    }
  }

  function partsOf({ run }: NetValues, press: Extract<Trigger, { readonly kind: 'press' }>): readonly Id[] {
    for (const [executionId, task] of Object.entries(ledger.openTasks)) run.openTasks.set(executionId, task);
    const parts = findParts(run, press.taskId, press.account, press.actsForOthers);
    return parts.flatMap(({ executionId }) => tokens.get(executionId) ?? []);
  }

  function compare(
    definition: CompiledDefinition,
    trigger: Trigger,
    result: StepResult,
    step: NetStep,
    now: number,
  ): string[] {
    const { model } = definition;
    const { changes } = result;
    const after = ledgerOf(result);
    const marking = new Marking(step.state, () => model.graph);
    const leaves = leavesOf(step.state);
    const matched = match(definition, after, marking, leaves);
    const wrong: string[] = [];
    const expectSame = (what: string, net: readonly string[], product: readonly string[]) => {
      const [one, other] = [net.toSorted().join(' '), product.toSorted().join(' ')];
      if (one !== other) wrong.push(`net: ${what}: ${one}, not ${other}`);
    };
    const isTask = (id: Id) => model.userTasks.has(step.state.tokens[id]?.node ?? '');
    const isJob = (id: Id) => model.services.has(step.state.tokens[id]?.node ?? '');
    expectSame('ended', [`${marking.root === undefined}`], [`${changes.ended}`]);
    expectSame(
      'tasks',
      leaves.filter(isTask).map((id) => nameOf(definition, step.state, id)),
      Object.entries(after.openTasks).map((each) => nameOfTask(definition, ...each)),
    );
    expectSame(
      'jobs',
      leaves.filter(isJob).map((id) => jobNameOf(step.state, id)),
      Object.entries(after.openJobs).map(([id, { nodeId }]) => `${nodeId}${indexOf(definition, nodeId, id)}`),
    );
    expectSame(
      'waits',
      Object.entries(step.state.listeners).map(([key, listener]) => {
        const { nodeId } = readListenerKey(key);
        if (listener.kind === 'timer') return `timer:${nodeId}@${listener.dueAt}`;
        if (listener.kind === 'condition' || listener.kind === 'receive') return `${listener.kind}:${nodeId}`;
        return `${listener.kind}:${nodeId}:${listener.name}:${listener.key ?? businessKey}`;
      }),
      changes.events.flatMap(({ kind, nodeId, dueAt, name, correlationKey }) => {
        if (kind === 'timer') return dueAt === null ? [] : [`timer:${nodeId}@${dueAt}`];
        if (kind === 'condition' || kind === 'receive') return [`${kind}:${nodeId}`];
        return kind === 'message' || kind === 'signal'
          ? [`${kind}:${nodeId}:${name}:${kind === 'signal' ? businessKey : (correlationKey ?? businessKey)}`]
          : [];
      }),
    );
    expectSame(
      'unmatched',
      step.told.flatMap((change) =>
        change.kind === 'thrown' && change.name && change.at.event.kind === 'message' && change.caughtBy === 0
          ? change.at.node.id
          : [],
      ),
      changes.unmatched.map(({ nodeId }) => nodeId),
    );
    const holding = Object.values(step.state.tokens)
      .map(({ node, flow }) => node ?? model.graph.flows.get(flow ?? '')?.target.id ?? '')
      .map((id) => model.services.get(id)?.conditions?.behind ?? id);
    expectSame(
      'nodes',
      [...new Set(holding)].filter((id) => !model.reserved?.has(id)),
      changes.ended ? [] : changes.path.current,
    );
    for (const id of changes.path.flows) flows.product.add(id);
    for (const change of step.told) if (change.kind === 'taken') flows.net.add(change.flow.id);
    expectSame(
      'flows',
      [...flows.net].filter((id) => !model.reserved?.has(id)),
      [...flows.product],
    );
    const pressed = trigger.kind === 'press' ? trigger.taskId : undefined;
    // A task that is handed over goes on as another one.
    const closed =
      trigger.kind === 'hand-over'
        ? []
        : [...changes.gone, ...changes.handled].flatMap((task) =>
            ('isSystem' in task && task.isSystem) || task.taskId === pressed ? [] : task.taskId,
          );
    const stillOpen = new Set(step.open.filter(({ token }) => token in step.state.tokens).map(({ taskId }) => taskId));
    expectSame(
      'gone',
      [...new Set(step.open.map(({ taskId }) => taskId))].filter((id) => id !== pressed && !stillOpen.has(id)),
      closed.filter((id) => step.open.some(({ taskId }) => taskId === id)),
    );
    if (result.snapshot !== null) {
      const {
        variables,
        ledger: { called },
      } = JSON.parse(result.snapshot) as Snapshot;
      const { run } = step.values;
      const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as object;
      if (!isDeepStrictEqual(plain(run.variables), variables))
        wrong.push(`net: variables: ${JSON.stringify(run.variables)}, not ${JSON.stringify(variables)}`);
      const live = Object.entries(run.called).filter(([id]) => id.slice(1) in step.state.scopes);
      // The product keeps those of a call that is over as long as its engine names it.
      const kept = new Set(Object.values(called).map((each) => JSON.stringify(Object.entries(each).toSorted())));
      for (const [, each] of live) {
        const text = JSON.stringify(Object.entries(each).toSorted());
        if (!kept.has(text)) wrong.push(`net: called: ${text} is not among ${[...kept].join(' ')}`);
      }
    }
    const fresh = [...matched].filter(([executionId]) => !tokens.has(executionId)).map(([, id]) => id);
    const jobs = leaves.filter(isJob);
    const bySystem = step.origins.resolve([...fresh, ...jobs], changes.ended);
    if (REPORTING.has(trigger.kind)) {
      const { run } = step.values;
      const handledIds = [...(pressed === undefined ? [] : [pressed]), ...bySystem];
      const handled = handledIds.flatMap(
        (id) => [...changes.handled, ...changes.signed].find(({ taskId }) => taskId === id) ?? [],
      );
      const last = [...bySystem].at(-1) ?? (pressed === undefined || stillOpen.has(pressed) ? undefined : pressed);
      const found = reportsOf(
        run,
        {
          ...{ before: ledger, handled, lastHandled: last ?? ledger.lastHandledTaskId },
          created: changes.created.flatMap((task) => {
            const token = matched.get(task.executionId);
            return task.isSystem || token === undefined ? [] : { ...task, origin: step.origins.of(token) };
          }),
          gone: openTasksOf(Object.values(ledger.openTasks)).flatMap((task) => {
            const token = step.open.find(({ taskId }) => taskId === task.taskId)?.token ?? '';
            if (stillOpen.has(task.taskId) || handledIds.includes(task.taskId)) return [];
            return { task, cause: step.origins.causeOf(token) };
          }),
          jobOrigins: jobs.map((id) => step.origins.of(id)),
          holders: holdersOf(model, marking, (id) => step.origins.of(id)),
          openTasks: Object.values(after.openTasks),
          ...{ ended: marking.root === undefined, completedOrigin: step.origins.completed },
        },
        { instance, settings, now },
      );
      const expected = tellReports(changes.reports);
      if (!isDeepStrictEqual(found, expected))
        wrong.push(`net: reports: ${found.join('; ')}, not ${expected.join('; ')}`);
    }
    for (const [executionId, id] of matched) {
      if (tokens.has(executionId)) continue;
      const origin = (after.openTasks[executionId] ?? after.openJobs[executionId])?.origin ?? null;
      if (origin !== step.origins.of(id))
        wrong.push(`net: origin of ${executionId} is ${step.origins.of(id)}, not ${origin}`);
      const node = model.userTasks.get(step.state.tokens[id]?.node ?? '');
      if (node)
        keepTaskInputs(
          step.values.run,
          node,
          step.values.wait(id, () => undefined),
        );
    }
    tokens = matched;
    return wrong;
  }

  /** Executions have the tokens at the same place, in order. */
  function match(
    definition: CompiledDefinition,
    { openTasks, openJobs }: Ledger,
    marking: Marking,
    leaves: readonly Id[],
  ): ReadonlyMap<string, Id> {
    const matched = new Map(
      [...tokens].filter(
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
      assign(executionId, `${nodeId}${indexOf(definition, nodeId, executionId)}`, (id) => jobNameOf(marking.state, id));
    return matched;
  }
}

interface NetStep {
  readonly state: NetState;
  readonly values: NetValues;
  readonly origins: NetOrigins;
  readonly told: readonly NetChange[];
  readonly open: readonly { readonly taskId: string; readonly token: Id }[];
  readonly error: unknown;
}

/** Scripts that answer later in the course of a task are jobs of the product's, and migrations are judged elsewhere. */
function canFollow({ model }: CompiledDefinition, trigger: Trigger, { openJobs }: Ledger): boolean {
  if (trigger.kind === 'migrate') return false;
  if ('executionId' in trigger && (openJobs[trigger.executionId]?.part || readAskKey(trigger.executionId)))
    return false;
  return ![...model.subProcesses.values(), ...model.services.values(), ...model.userTasks.values()].some(
    ({ multiInstance }) => multiInstance?.conditionScript,
  );
}

function compareErrors(error: unknown, outcome: Error, trigger: Trigger): readonly string[] {
  const { code } = outcome as { readonly code?: string };
  // The product has refused it before any token moved.
  if (trigger.kind === 'hand-over' || refusalOfStep(outcome) !== undefined) return [];
  if (error === undefined)
    return code === 'ERR_STEP_FAILED' ? [`net: ${trigger.kind} did not fail: ${outcome.message}`] : [];
  const found = stepErrorOf(error);
  return found === code || code === 'ERR_STEP_FAILED' ? [] : [`net: failed with ${found}, not ${code}`];
}

function ledgerOf({ snapshot }: StepResult): Ledger {
  return snapshot === null ? EMPTY_LEDGER : (JSON.parse(snapshot) as Snapshot).ledger;
}

/** What holds a token and is no task, in the order in which it got it: see `at-rest/token-holders.ts`. */
function holdersOf(model: ProcessModel, marking: Marking, originOf: (id: Id) => Origin): readonly TokenHolder[] {
  const { state } = marking;
  const ids = Object.keys(state.tokens).toSorted(
    (one, other) => Number(marking.rootOf(one)) - Number(marking.rootOf(other)),
  );
  const leaves = leavesOf(state);
  const holder = (id: Id): TokenHolder => {
    const { id: nodeId, name } = marking.nodeAt(id);
    const service = model.services.get(nodeId);
    const times = marking.listenersOf(id).flatMap((key) => {
      const listener = state.listeners[key];
      return listener?.kind === 'timer' ? listener.dueAt : [];
    });
    return {
      ...{
        nodeId: service?.call?.callId ?? service?.conditions?.behind ?? nodeId,
        nodeName: name,
        origin: originOf(id),
      },
      ...{ isJob: service !== undefined, dueAt: service || times.length === 0 ? null : Math.min(...times) },
    };
  };
  const moving = ids.filter(
    (id) => leaves.includes(id) && (model.services.has(marking.nodeAt(id).id) || CATCHING.has(marking.nodeAt(id).kind)),
  );
  const hasTasks = leaves.some((id) => model.userTasks.has(marking.nodeAt(id).id));
  return (moving.length > 0 || hasTasks ? moving : ids.filter((id) => marking.arrivals.has(id))).map(holder);
}

const CATCHING: ReadonlySet<string> = new Set(['catch', 'event-based']);

/** Operations report what the operator says, wherever tokens are. */
const REPORTING: ReadonlySet<Trigger['kind']> = new Set<Trigger['kind']>([
  ...(['start', 'press', 'job', 'job-error', 'call', 'message', 'signal', 'receive', 'notify'] as const),
  ...(['set-variables', 'timer', 'wake', 'activate'] as const),
]);

/** The tokens that nothing runs in or for. */
function leavesOf({ scopes, tokens }: NetState): readonly Id[] {
  const owners = new Set(Object.values(scopes).map(({ token }) => token));
  return Object.keys(tokens).filter((id) => !tokens[id]?.tally && !owners.has(id) && tokens[id]?.flow === undefined);
}

function nameOf({ model }: CompiledDefinition, { tokens, scopes }: NetState, id: Id): string {
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

function jobNameOf({ tokens }: NetState, id: Id): string {
  const { node = '', iteration } = tokens[id] ?? {};
  return `${node}${iteration === undefined ? '' : `#${iteration}`}`;
}

function nameOfTask(
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
  return `${path.join('')}${nodeId}${indexOf(definition, nodeId, executionId)}`;
}

function indexOf({ model: { userTasks, services } }: CompiledDefinition, nodeId: string, executionId: string): string {
  const task = userTasks.get(nodeId);
  const isRepeated = task?.multiInstance ?? task?.standardLoop ?? services.get(nodeId)?.multiInstance;
  return isRepeated ? `#${iterationOf(nodeId, executionId)}` : '';
}

/** Index of an iteration: the engine calls it `<node>_<hex digits>_<index>`, and in the second copy of the node `<node>_2_…`. */
function iterationOf(nodeId: string, executionId: string): number | undefined {
  const safeId = nodeId.replaceAll(/\W/g, '_');
  if (!executionId.startsWith(`${safeId}_`)) return undefined;
  const index = /^(?:\d+_)?[0-9a-f]{4,}_(\d+)$/.exec(executionId.slice(safeId.length + 1))?.[1];
  return index === undefined ? undefined : Number(index);
}
