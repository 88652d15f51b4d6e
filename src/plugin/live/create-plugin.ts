import type { BpmnEngineOptions, Execution } from 'bpmn-engine';
import { BridgeError, StepError } from '../../errors.ts';
import { createNameOf } from '../../host/person-names.ts';
import { withContext } from '../../model/expressions/evaluation-context.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { readModel } from '../../model/read-model.ts';
import { requireModel } from '../../model/require-model.ts';
import { refuseLateCalls } from '../apply/jobs/refuse-late-calls.ts';
import { createMayHandle, mayActFor } from '../apply/press/may-handle.ts';
import { refuseHandledButtons } from '../apply/press/refuse-handled-buttons.ts';
import type { Trigger } from '../apply/trigger.ts';
import { createExtendFn, ignoreUnknownRoots } from '../compile-definition.ts';
import { createEngineOptions } from '../engine/engine-options.ts';
import { activitiesOf, findOnlyStart } from '../engine/find-only-start.ts';
import { removeNonExecutable } from '../engine/remove-non-executable.ts';
import { InstanceRun } from '../state/instance-run.ts';
import { EMPTY_LEDGER } from '../state/ledger.ts';
import { openTasksOf } from '../state/open-tasks.ts';
import { readSnapshot, writeSnapshot } from '../state/snapshot.ts';
import { asStepError } from '../step-error.ts';
import { takeStep } from '../take-step.ts';
import type { Variables } from '../variables/called-variables.ts';
import { expressionContext } from '../variables/expression-context.ts';
import { computeFormDefaults } from '../variables/form-defaults.ts';
import { readModelJson, writeModel } from './model-json.ts';
import type { Plugin, PluginOptions } from './plugin.ts';
import { createPluginPress } from './plugin-press.ts';
import { instanceOf, settingsOf } from './plugin-settings.ts';
import { createServiceCalls, keepJobInputs } from './service-calls.ts';

/** Node's timers hold at most 2^31-1 milliseconds. A longer wait is split. */
const MAX_TIMEOUT_MS = 2_147_483_647;

/**
 * Creates the plugin of one instance and one engine. Its state is only in memory: changes since the last stored
 * `snapshot()` are lost when the process dies, and after a recover the same tasks may be reported again.
 * If the diagram cannot run, `engine.execute` rejects with a {@link ModelError}.
 * @throws {ModelError} `ERR_EXPRESSION_INVALID`: an expression in `defaults` is outside the grammar
 * @throws {InputError} `ERR_CONFIG_INVALID`: `locale` is not a known language, or is a catalogue without some of the texts
 */
export function createPlugin(options: PluginOptions): Plugin {
  const clock = options.clock ?? Date.now;
  const settings = settingsOf(options);
  let instance = instanceOf(options);
  let ledger = EMPTY_LEDGER;
  let model: ProcessModel | undefined;
  let startNodeId: string | undefined;
  let run: InstanceRun | undefined;
  let execution: Execution | undefined;
  let inStep = false;
  let settling = false;
  let isOver = false;
  let failure: Error | undefined;
  let wakeUp: NodeJS.Timeout | undefined;

  const contextNow = () => expressionContext(instance, settings, clock);
  const current = (): InstanceRun => {
    if (!run)
      throw new StepError('ERR_STEP_FAILED', `Instance ${instance.instanceId} does not run: execute its engine.`);
    return run;
  };

  /** Called for every event of the engine: takes a step when the call into the engine has returned. */
  function scheduleStep(moved: Execution): void {
    execution = moved;
    if (!run && model) {
      run = new InstanceRun(model, ledger, initialVariables(moved), contextNow());
      run.startNodeId = startNodeId;
    }
    if (inStep || settling) return;
    settling = true;
    queueMicrotask(() => {
      settling = false;
      guard(() => {
        finish(moved);
      });
    });
  }

  /** @returns whether an element waited for the trigger */
  function finish(moved: Execution, trigger?: Trigger): boolean {
    // The end is reported once; events of an engine that is stopping are ignored.
    if (isOver) return false;
    // A stopped engine continues only after its state is recovered.
    if (moved.stopped) {
      clearTimeout(wakeUp);
      return false;
    }
    const before = current();
    const facts = { instance, settings, now: clock() };
    const step = takeStep(before, trigger, { execution: moved, before: ledger }, facts);
    ledger = keepJobInputs(step.ledger, step.changes.jobsCreated);
    run = new InstanceRun(before.model, ledger, before.variables, contextNow());
    // The engine stays alive, and so do the events that hold a token.
    for (const event of before.entered) run.entered.add(event);
    run.execution = moved;
    run.ended = before.ended;
    isOver = before.ended;
    if (before.notes.endedBy || before.terminatedBy) void moved.stop();
    const { reports, messages, wakeAt, deadlock } = step.changes;
    if (reports.length > 0) options.onReports(reports.map(({ item }) => item));
    if (messages.length > 0) options.onMessages?.(messages.map(({ request }) => request));
    clearTimeout(wakeUp);
    if (wakeAt !== null) wakeUp = setTimeout(wake, Math.min(Math.max(0, wakeAt - clock()), MAX_TIMEOUT_MS)).unref();
    if (deadlock)
      reportError(new StepError('ERR_DEADLOCK', deadlock.reason, { details: { nodeIds: deadlock.nodeIds } }));
    callServices();
    return step.matched;
  }

  function wake(): void {
    guard(() => {
      apply({ kind: 'wake' });
    });
  }

  function guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      reportError(error);
    }
  }

  function reportError(error: unknown): void {
    if (options.onError) options.onError(error);
    else failure ??= error instanceof Error ? error : new Error(`A service threw ${typeof error}.`);
  }

  /** A result that arrives while the instance is suspended or stopped is dropped; the service is called again later, with the same key. */
  const takesResults = () => !isOver && !execution?.stopped && ledger.suspendedAt === null;

  const calls = createServiceCalls(options, {
    instanceId: () => instance.instanceId,
    onResult(executionId, result) {
      if (takesResults()) apply({ kind: 'job', executionId, result });
    },
    onBpmnError(executionId, code) {
      if (takesResults()) apply({ kind: 'job-error', executionId, code });
    },
    onError: reportError,
  });

  function callServices(): void {
    if (execution && run && !run.ended && run.suspendedAt === null) calls.begin(run, execution);
  }

  /** @returns whether an element waited for the trigger */
  function apply(trigger: Trigger): boolean {
    if (!execution || execution.stopped)
      throw new StepError(
        'ERR_STEP_FAILED',
        `Instance ${instance.instanceId} does not run: execute or recover its engine.`,
      );
    inStep = true;
    try {
      return finish(execution, trigger);
    } catch (error) {
      throw error instanceof BridgeError ? error : asStepError(error);
    } finally {
      inStep = false;
    }
  }

  const press = createPluginPress({
    mayHandle: createMayHandle(options.identity ?? { isMember: () => false }),
    mayActFor: async ({ taskId, nodeId, handlers, handlingGroups }, account) => {
      const node = model?.userTasks.get(nodeId);
      return mayActFor(options.identity ?? { isMember: () => false }, node, account, {
        ...{ taskId, instanceId: instance.instanceId, nodeId, nodeName: node?.nodeName ?? nodeId },
        ...{ handlers, handlingGroups },
      });
    },
    concludesItself: options.concludesItself ?? true,
    texts: settings.texts,
    systemName: settings.systemName,
    nameOf: createNameOf(options.identity ?? { isMember: () => false }),
    clock,
    get instance() {
      return instance;
    },
    get ledger() {
      return ledger;
    },
    get model() {
      return model;
    },
    apply,
  });

  const engineOptions: BpmnEngineOptions = createEngineOptions({
    startOrderOf: (executionId) => current().startOrderOf(executionId),
    chosenFlow: (gatewayId, token) => current().chosenFlow(gatewayId, token),
    takesFlow: (flow, message) => current().takesFlow(flow, message),
    waitsForScripts: (nodeId) => current().waitsForScripts(nodeId),
    multiInstanceOf: (nodeId) => current().multiInstanceOf(nodeId),
    isChosenStart: (nodeId) => current().isChosenStart(nodeId),
    computeExpression: (message) => current().computeExpression(message),
    holdsInstance: (nodeId, content) => current().holdsInstance(nodeId, content),
    noteIteration: (message) => current().noteIteration(message),
    standardLoopOf: (nodeId) => current().standardLoopOf(nodeId),
    endsInstance: (end) => current().endsInstance(end),
    enterEvent: (event) => current().enterEvent(event),
    leaveEvent: (event) => current().leaveEvent(event),
    resolve: (text, message) => current().resolve(text, message),
  });
  const extendFn = createExtendFn((definitions) => {
    const read = readModel(
      { definitions },
      {
        scripts: options.scripts !== undefined,
        messages: options.onMessages !== undefined,
        assigns: settings.assign !== undefined,
        namesGroupMember: options.systemHandler !== undefined,
        reportsGone: settings.reportGone,
        handleLabel: settings.texts['button.handle'],
        ...(settings.defaultAssignment && { defaultAssignment: settings.defaultAssignment }),
        functions: new Set(Object.keys(options.expressions?.functions ?? {})),
      },
    );
    model = requireModel(refuseLateCalls(refuseHandledButtons(read))).model;
    if (read.diagram) removeNonExecutable(definitions, read.diagram);
    startNodeId = findOnlyStart(model, activitiesOf(definitions, model.processId));
    return model.processId;
  });

  return {
    engineOptions: { ...engineOptions, typeResolver: ignoreUnknownRoots, extendFn },
    listener: {
      emit(name, api, moved) {
        scheduleStep(moved as Execution);
        return (
          run?.listener.emit(name, api as Parameters<InstanceRun['listener']['emit']>[1], moved as Execution) ?? false
        );
      },
    },
    get openTasks() {
      return openTasksOf(Object.values(ledger.openTasks));
    },
    async press(taskId, pressed) {
      if (failure !== undefined) throw failure;
      return press(taskId, pressed);
    },
    deliver(event) {
      if (isOver) return false;
      return apply(event);
    },
    retryServices: () => guard(callServices),
    async idle() {
      await calls.idle();
      if (failure !== undefined) throw failure;
    },
    snapshot() {
      const { model, variables } = current();
      return writeSnapshot({ instance, variables, ledger }, JSON.stringify({ model: writeModel(model) }));
    },
    recover(text) {
      const stored = readSnapshot(text, options.instanceId);
      clearTimeout(wakeUp);
      instance = stored.instance;
      ledger = stored.ledger;
      model = readModelJson(String(stored.engine.model));
      run = new InstanceRun(model, ledger, stored.variables, contextNow());
      failure = undefined;
      isOver = false;
    },
  };

  function initialVariables({ definitions }: Execution): Variables {
    const name = model?.initiatorVariable;
    const { initiator } = options;
    const given = {
      ...definitions[0]?.environment.variables,
      initiator,
      ...(name !== undefined && { [name]: initiator }),
    };
    return {
      ...given,
      ...computeFormDefaults(model?.startDefaults ?? [], 'the start', withContext(given, contextNow())),
    };
  }
}
