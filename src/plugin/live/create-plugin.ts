import type { Execution } from 'bpmn-engine';
import { InputError, StepError } from '../../errors.ts';
import { refuseLargeTree } from '../../model/moddle/scan-markup.ts';
import type { Problem } from '../../model/problem.ts';
import { readModel, requireModel } from '../../model/read-model.ts';
import { refuseLateCalls } from '../apply/jobs/refuse-late-calls.ts';
import { listTargets } from '../apply/panels/send-back.ts';
import { readPayload } from '../apply/read-variables.ts';
import { describeTaskStatus } from '../outcome/describe-task-status.ts';
import type { StepChanges } from '../outcome/finish-step.ts';
import { listThrown } from '../outcome/thrown-events.ts';
import { openTasksOf } from '../state/open-tasks.ts';
import { findStart } from '../tokens/find-only-start.ts';
import { composeEngineOptions, requireEngineOptions, requireSameRun } from './caller-engine.ts';
import { createEngineOptions } from './engine-options.ts';
import { createKnownMembers } from './known-members.ts';
import { LiveInstance } from './live-instance.ts';
import { createExtendFn } from './parser-hooks.ts';
import type { LivePlugin, Plugin } from './plugin.ts';
import { createPluginCalls } from './plugin-calls.ts';
import type { PluginOptions } from './plugin-options.ts';
import { createPluginPresses } from './plugin-presses.ts';
import { describeDiagram, describeInstance, listTasks } from './plugin-record.ts';
import { readPluginState, writePluginState } from './plugin-snapshot.ts';
import { instanceOf, readOptionsOf, readPluginOptions, settingsOf, statusSettingsOf } from './read-plugin-options.ts';
import { removeNonExecutable } from './remove-non-executable.ts';
import { createServiceCalls, findFunction, isOpenJob } from './service-calls.ts';

/**
 * Creates the plugin of one instance and one engine. Its state is only in memory: changes since the last stored
 * `snapshot()` are lost when the process dies, and after a recover the same tasks may be reported again.
 * If the diagram cannot run, `engine.execute` rejects with a {@link ModelError}; if the engine has options of its own
 * where the plugin needs its own, with a {@link BridgeError} `ERR_ENGINE_CONFLICT`, which the option `engine` avoids.
 * @throws {InputError} `ERR_CONFIG_INVALID`: `details.problems` lists everything that is wrong with the options
 * @throws {BridgeError} `ERR_ENGINE_CONFLICT`: an option in `engine` replaces what the plugin has to replace;
 * `ERR_ENGINE_UNSUPPORTED`: the installed bpmn-engine is of a version that the plugin does not work with
 */
export function createPlugin(options: PluginOptions): Plugin {
  return createLivePlugin(options);
}

/**
 * Creates a plugin.
 * @param onStep receives what each step changed. If it is given, the plugin itself hands over nothing, calls no service and
 * wakes up for no timer
 */
export function createLivePlugin(options: PluginOptions, onStep?: (changes: StepChanges) => void): LivePlugin {
  const config = readPluginOptions(options);
  const { clock, instanceId, onError } = config;
  const settings = settingsOf(config);
  let failure: Error | undefined;
  let checked: Execution | undefined;
  let warnings: readonly Problem[] = [];

  function reportError(error: unknown): void {
    if (onError) onError(error);
    else failure ??= error instanceof Error ? error : new Error(`A service threw ${typeof error}.`);
  }

  function guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      reportError(error);
    }
  }

  const members = createKnownMembers(config.identity, config.defaults.systemHandler);
  const live = new LiveInstance({
    instance: instanceOf(config),
    settings: () => members.addTo(settings),
    messageTypes: config.messageTypes,
    clock,
    listener: config.engine.listener,
    onStep: finishStep,
    onError: reportError,
    onStopped: () => timer.set(null),
  });
  const timer = createWakeTimer(clock, () => guard(wake));
  const calls = createServiceCalls(config, {
    instanceId: () => instanceId,
    onResult(executionId, result) {
      if (takesResult(executionId)) live.apply({ kind: 'job', executionId, result });
    },
    onBpmnError(executionId, code) {
      if (takesResult(executionId)) live.apply({ kind: 'job-error', executionId, code });
    },
    onCall: enterCall,
    onError: reportError,
  });
  const lateCalls = createPluginCalls(config, live, reportError);

  /** Nothing is called while the instance is suspended or stopped. */
  function isCalling(): boolean {
    return !live.isOver && live.execution?.stopped === false && live.ledger.suspendedAt === null;
  }

  /**
   * A result that arrives while the instance is suspended or stopped is dropped; the service is called again later, with
   * the same key. The result of a job that an event ended is of no use any more.
   */
  function takesResult(jobKey: string): boolean {
    return isCalling() && isOpenJob(live.ledger, jobKey);
  }

  /** Of an instance that was suspended or stopped meanwhile, the process is looked up again later. */
  async function enterCall(executionId: string): Promise<void> {
    await lateCalls.enter(executionId).catch((error: unknown) => {
      if (isCalling()) throw error;
    });
  }

  function wake(): void {
    if (!live.isOver) live.apply({ kind: 'wake' });
  }

  function callServices(): void {
    if (live.run && live.control && isCalling()) calls.begin(live.run, live.control);
  }

  function finishStep(changes: StepChanges): void {
    const groups = changes.created.flatMap(({ handlingGroups }) => handlingGroups);
    if (groups.length > 0) void members.learn(groups);
    if (onStep) onStep(changes);
    else deliverStep(changes);
  }

  function deliverStep(changes: StepChanges): void {
    const { reports, messages, deadlock } = changes;
    const items = reports.map(({ item }) => item);
    if (items.length > 0) config.onReports(items, reports);
    if (messages.length > 0) config.onMessages?.(messages.map(({ request }) => request));
    const thrown = listThrown(changes, live.instance.businessKey);
    if (thrown.length > 0) config.onThrown?.(thrown);
    if (deadlock)
      reportError(new StepError('ERR_DEADLOCK', deadlock.reason, { details: { nodeIds: deadlock.nodeIds } }));
    timer.set(changes.wakeAt);
    callServices();
  }

  const presses = createPluginPresses({ config, live, members, wording: settings, refuseAfterFailure });

  const extendFn = createExtendFn((definitions) => {
    refuseLargeTree(definitions);
    const read = readModel({ definitions }, readOptionsOf(config));
    const { model, problems } = requireModel(config.findProcess === undefined ? refuseLateCalls(read) : read);
    warnings = problems;
    // A recovered instance keeps the model of its snapshot.
    if (live.model === undefined) {
      live.model = model;
      lateCalls.keepFile(definitions, model);
      const chosen = config.startNodeId;
      live.startNodeId = findStart(chosen, model);
      live.isStartedByEvent = chosen !== undefined && model.events.has(chosen);
    }
    if (read.diagram) removeNonExecutable(definitions, read.diagram);
    return model.processId;
  });
  const ownOptions = createEngineOptions(live, () => live.current.scope);
  const engineOptions = composeEngineOptions(ownOptions, extendFn, config.engine);

  function shown() {
    const { instance, model, record } = live;
    return model && record && { instance, model, record };
  }

  function refuseAfterFailure(): void {
    if (failure !== undefined) throw failure;
  }

  return {
    engineOptions,
    listener: {
      emit(name, api, moved) {
        const execution = moved as Execution;
        config.engine.listener?.emit(name, api, moved);
        if (execution !== checked) {
          const hasModel = live.model !== undefined;
          requireSameRun(execution, { execution: checked, instanceId, isOver: live.isOver, hasModel });
          requireEngineOptions(execution, ownOptions);
        }
        checked = execution;
        live.observe(name, execution);
        return true;
      },
    },
    get instance() {
      const all = shown();
      return all && describeInstance(all);
    },
    get tasks() {
      const all = shown();
      return all ? listTasks(all) : [];
    },
    get problems() {
      return warnings;
    },
    get openTasks() {
      return openTasksOf(Object.values(live.ledger.openTasks));
    },
    get variables() {
      return live.variables;
    },
    ...presses,
    deliver(event) {
      const payload = readPayload(event.payload, instanceId);
      return live.apply({ ...event, ...(payload && { payload }) }).matched;
    },
    wake,
    finishJob(executionId, outcome) {
      if (live.isOver || !isOpenJob(live.ledger, executionId)) return false;
      if (live.ledger.openJobs[executionId]?.given?.kind === 'call')
        throw new InputError(
          'ERR_INPUT_INVALID',
          'A call has no result: pass its job to runJob, which looks up its process.',
        );
      live.apply(
        'errorCode' in outcome
          ? { kind: 'job-error', executionId, code: outcome.errorCode }
          : { kind: 'job', executionId, result: outcome.result ?? null },
      );
      return true;
    },
    forgoSystemTasks: (refusedTaskId) => live.forgoSystemTasks(refusedTaskId),
    enterCall: lateCalls.enter,
    functionOf: (job) => findFunction(live.current, job, config),
    retryServices: () => guard(callServices),
    async idle() {
      await lateCalls.idle();
      await calls.idle();
      await members.idle();
      refuseAfterFailure();
    },
    async answerStatus(taskIds) {
      const tasks = new Map(Object.entries(live.record?.tasks ?? {}));
      await members.learn(taskIds.flatMap((taskId) => tasks.get(taskId)?.handlingGroups ?? []));
      const { standInFor } = members.addTo(settings);
      return describeTaskStatus({ taskIds, tasks, now: clock() }, statusSettingsOf(config), standInFor).entries;
    },
    sendBackTargets: async (taskId) => listTargets(live.ledger, taskId, config.locale),
    explain: () => live.record?.reports ?? [],
    diagram: () => describeDiagram(shown() ?? live.getState()),
    snapshot: () => writePluginState(live.getState()),
    recover(text) {
      const state = readPluginState(text, instanceId);
      timer.set(null);
      failure = undefined;
      checked = undefined;
      live.recover(state);
      void members.learn(Object.values(state.ledger.openTasks).flatMap(({ handlingGroups }) => handlingGroups));
    },
  };
}

/** Node's timers hold at most 2^31-1 milliseconds. A longer wait is split. */
const MAX_TIMEOUT_MS = 2_147_483_647;

/** Calls `wake` when the instance has something to do; does not keep the process alive. */
function createWakeTimer(clock: () => number, wake: () => void): { set(at: number | null): void } {
  let pending: NodeJS.Timeout | undefined;
  return {
    set(at) {
      clearTimeout(pending);
      if (at === null) return;
      pending = setTimeout(wake, Math.min(Math.max(0, at - clock()), MAX_TIMEOUT_MS)).unref();
    },
  };
}
