/**
 * The net beside the engine: it makes the steps of the product, with the product's own expressions and the variables that
 * these set, and is compared after each.
 */

import { isDeepStrictEqual } from 'node:util';
import { StepError } from '../../../src/index.ts';
import { findParts } from '../../../src/plugin/apply/press/press-task.ts';
import { refusalOfStep } from '../../../src/plugin/apply/press/verdicts.ts';
import { readAskKey } from '../../../src/plugin/state/job-key.ts';
import { openTasksOf } from '../../../src/plugin/state/open-tasks.ts';
import type { InstanceInfo } from '../../../src/plugin/state/run-settings.ts';
import { keepTaskInputs } from '../../../src/plugin/variables/task-variables.ts';
import {
  emptyState,
  type Id,
  Marking,
  type NetChange,
  type NetState,
  openNet,
  readListenerKey,
} from '../../support/inner/net.ts';
import {
  type CompiledDefinition,
  EMPTY_LEDGER,
  type Ledger,
  type RunSettings,
  type Snapshot,
  type StepResult,
  type Trigger,
} from '../../support/inner/plugin.ts';
import { type KeptOrigins, NetOrigins } from './net-origins.ts';
import { comparePictures, pictureOfNet, pictureOfProduct } from './net-picture.ts';
import { createPorts, type PortFacts } from './net-ports.ts';
import { holdersOf, reportsOf, tellReports } from './net-reports.ts';
import { applyToNet, stepErrorOf, type TriggerTokens } from './net-step.ts';
import { leavesOf, matchTokens } from './net-tokens.ts';
import { type KeptValues, NetValues, NO_VALUES } from './net-values.ts';

/** What the product made of a step: its result, or why it failed. */
export type Outcome = StepResult | Error;

export interface NetShadow {
  /** False after a step that it cannot make. */
  readonly follows: boolean;
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
    get follows() {
      return state !== undefined;
    },
    follow(definition, trigger, outcome, now) {
      if (state === undefined) return [];
      if (!canFollow(definition, trigger, ledger)) {
        state = undefined;
        return [];
      }
      if (trigger.kind === 'start') ({ instance } = trigger);
      const step = takeStep(definition, trigger, now, JSON.parse(JSON.stringify(state)) as NetState);
      if (outcome instanceof Error) return compareErrors(step.error, outcome, definition, trigger);
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
    const found: TriggerTokens = {
      partsOf: () => {
        if (parts.length === 0) throw notWaiting;
        if (pressed !== undefined) own.note(parts[0] ?? '', pressed);
        return parts;
      },
      job(executionId) {
        const token = tokens.get(executionId);
        if (token === undefined) throw notWaiting;
        own.note(token, ledger.openJobs[executionId]?.origin ?? null);
        return token;
      },
      timer(executionId) {
        const wait = events.find((each) => each.executionId === executionId);
        const same = events.filter(({ nodeId, kind }) => nodeId === wait?.nodeId && kind === 'timer');
        const keys = Object.keys(at.listeners).filter((key) => readListenerKey(key).nodeId === wait?.nodeId);
        const key = wait && keys[same.indexOf(wait)];
        if (key === undefined) throw notWaiting;
        return key;
      },
      setPayload: (payload) => {
        facts.payload = payload;
      },
    };
    const facts: PortFacts = {
      ...{ now, timeZone: settings.timeZone, businessKey },
      code: trigger.kind === 'job-error' ? trigger.code : undefined,
      tell(change: NetChange) {
        told.push(change);
        own.follow(change);
      },
    };
    const step = { state: at, values: made, origins: own, told, open, error: undefined };
    try {
      const net = openNet(at, createPorts(made, facts), { maxMoves: 20_000, maxDepth: 50, maxTokens: 1000 });
      const [part = ''] = parts;
      const signed = at.tokens[part]?.of ?? part;
      const before = own.of(signed);
      applyToNet(net, made, trigger, found, now);
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
  ): readonly string[] {
    const after = ledgerOf(result);
    const marking = new Marking(step.state, () => definition.model.graph);
    const known = tokens;
    tokens = matchTokens(definition, known, after, marking);
    const fresh = [...tokens].filter(([executionId]) => !known.has(executionId));
    const jobs = leavesOf(step.state).filter((id) => definition.model.services.has(marking.nodeAt(id).id));
    const bySystem = step.origins.resolve([...fresh.map(([, id]) => id), ...jobs], result.changes.ended);
    const told = { open: step.open, pressed: trigger.kind === 'press' ? trigger.taskId : undefined, businessKey };
    const handedOver = trigger.kind === 'hand-over';
    const product = pictureOfProduct(definition, result, after, told);
    const differs = [
      // A task that is handed over goes on as another one.
      ...comparePictures(
        pictureOfNet(definition, marking, step.told, told),
        handedOver ? { ...product, gone: [] } : product,
      ),
      ...compareFlows(definition, result, step.told),
      ...compareVariables(result, step),
      ...fresh.flatMap(([executionId, id]) => {
        const { origin = null } = after.openTasks[executionId] ?? after.openJobs[executionId] ?? {};
        const found = step.origins.of(id);
        return found === origin ? [] : `net: origin of ${executionId}: ${found}, not ${origin}`;
      }),
      ...(REPORTING.has(trigger.kind)
        ? compareReports(definition, result, step, { marking, jobs, bySystem, pressed: told.pressed, now })
        : []),
    ];
    for (const [, id] of fresh) {
      const node = definition.model.userTasks.get(marking.nodeAt(id).id);
      if (node)
        keepTaskInputs(
          step.values.run,
          node,
          step.values.wait(id, () => undefined),
        );
    }
    return differs;
  }

  /** Flows that were taken in any step so far: the product tells some of them once more, in a later one. */
  function compareFlows(
    { model: { reserved } }: CompiledDefinition,
    { changes }: StepResult,
    told: readonly NetChange[],
  ) {
    for (const id of changes.path.flows) flows.product.add(id);
    for (const change of told)
      if (change.kind === 'taken' && !reserved?.has(change.flow.id)) flows.net.add(change.flow.id);
    const differing = [...flows.net, ...flows.product].filter((id) => !flows.net.has(id) || !flows.product.has(id));
    return differing.map((id) => `net: flow ${id} is taken by one of them`);
  }

  function compareReports(
    { model }: CompiledDefinition,
    { changes, ...result }: StepResult,
    { values: { run }, origins: own, open }: NetStep,
    { marking, jobs, bySystem, pressed, now }: ReportFacts,
  ): readonly string[] {
    const isOpen = (task: string) => open.some(({ taskId, token }) => taskId === task && token in marking.state.tokens);
    const handledIds = [...(pressed === undefined ? [] : [pressed]), ...bySystem];
    const known = [...changes.handled, ...changes.signed];
    const last = [...bySystem].at(-1) ?? (pressed === undefined || isOpen(pressed) ? undefined : pressed);
    const found = reportsOf(
      run,
      {
        before: ledger,
        handled: handledIds.flatMap((id) => known.find(({ taskId }) => taskId === id) ?? []),
        lastHandled: last ?? ledger.lastHandledTaskId,
        created: changes.created.flatMap((task) => {
          const token = tokens.get(task.executionId);
          return task.isSystem || token === undefined ? [] : { ...task, origin: own.of(token) };
        }),
        gone: openTasksOf(Object.values(ledger.openTasks)).flatMap((task) => {
          const token = open.find(({ taskId }) => taskId === task.taskId)?.token ?? '';
          return isOpen(task.taskId) || handledIds.includes(task.taskId) ? [] : { task, cause: own.causeOf(token) };
        }),
        jobOrigins: jobs.map((id) => own.of(id)),
        holders: holdersOf(model, marking, (id) => own.of(id)),
        openTasks: Object.values(ledgerOf({ changes, ...result }).openTasks),
        ...{ ended: marking.root === undefined, completedOrigin: own.completed },
      },
      { instance, settings, now },
    );
    const expected = tellReports(changes.reports);
    return isDeepStrictEqual(found, expected) ? [] : [`net: reports: ${found.join('; ')}, not ${expected.join('; ')}`];
  }
}

/** Operations report what the operator says, wherever tokens are. */
const REPORTING: ReadonlySet<Trigger['kind']> = new Set<Trigger['kind']>([
  ...(['start', 'press', 'job', 'job-error', 'call', 'message', 'signal', 'receive', 'notify'] as const),
  ...(['set-variables', 'timer', 'wake', 'activate'] as const),
]);

interface ReportFacts {
  readonly marking: Marking;
  /** Tokens of jobs. */
  readonly jobs: readonly Id[];
  /** Tasks that are told as handled by an event. */
  readonly bySystem: ReadonlySet<string>;
  readonly pressed: string | undefined;
  readonly now: number;
}

const notWaiting = new StepError('ERR_STEP_FAILED', 'Nothing waits for it.');

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

function compareErrors(
  error: unknown,
  outcome: Error,
  { model }: CompiledDefinition,
  trigger: Trigger,
): readonly string[] {
  const { code } = outcome as { readonly code?: string };
  // The product has refused it before any token moved.
  if (trigger.kind === 'hand-over' || refusalOfStep(outcome) !== undefined) return [];
  if (error === undefined) {
    // What describes tasks and messages is computed at the end of a step.
    const describes = model.notices ?? [...model.events.values()].some(({ message }) => message);
    const isOwn = code === 'ERR_STEP_FAILED' || (code === 'ERR_EXPRESSION_FAILED' && !describes);
    return isOwn ? [`net: ${trigger.kind} did not fail: ${outcome.message}`] : [];
  }
  const found = stepErrorOf(error);
  return found === code ? [] : [`net: failed with ${found}, not ${code}`];
}

function ledgerOf({ snapshot }: StepResult): Ledger {
  return snapshot === null ? EMPTY_LEDGER : (JSON.parse(snapshot) as Snapshot).ledger;
}

function compareVariables({ snapshot }: StepResult, { values: { run }, state }: NetStep): readonly string[] {
  if (snapshot === null) return [];
  const { variables, ledger } = JSON.parse(snapshot) as Snapshot;
  const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;
  // The product keeps the variables of a call that is over as long as its engine names it.
  const live = Object.entries(run.called).filter(([id]) => id.slice(1) in state.scopes);
  const lost = live.filter(
    ([, own]) => !Object.values(ledger.called).some((each) => isDeepStrictEqual(plain(own), each)),
  );
  return [
    ...(isDeepStrictEqual(plain(run.variables), variables) ? [] : [`net: variables: ${JSON.stringify(run.variables)}`]),
    ...lost.map(([, own]) => `net: variables of a call: ${JSON.stringify(own)}`),
  ];
}
