import type { Execution } from 'bpmn-engine';
import { BridgeError, StepError } from '../../errors.ts';
import type { MessageTypes } from '../../messages/message-types.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import type { Trigger } from '../apply/trigger.ts';
import { dropUsedWays, type LateCallState } from '../late-calls/find-called.ts';
import { checkDiagramMessages } from '../outcome/check-diagram-messages.ts';
import type { StepChanges } from '../outcome/finish-step.ts';
import { forgoSystemTasks } from '../outcome/system-task.ts';
import { InstanceRun } from '../state/instance-run.ts';
import { EMPTY_LEDGER, type Ledger } from '../state/ledger.ts';
import { requireSameMoment } from '../state/require-same-state.ts';
import type { InstanceInfo, RunSettings } from '../state/run-settings.ts';
import { asStepError } from '../step-error.ts';
import { type TakenStep, takeStep } from '../take-step.ts';
import { keepFromPresses, type Variables } from '../variables/called-variables.ts';
import { expressionContext } from '../variables/expression-context.ts';
import { startVariables } from '../variables/form-defaults.ts';
import { beginRecord, type PluginRecord, type RecordedStep, recordRefusal, recordStep } from './plugin-record.ts';
import type { PluginState } from './plugin-snapshot.ts';
import { keepJobInputs } from './service-calls.ts';

export interface LiveParts {
  readonly instance: InstanceInfo;
  /** Read for each step: members of groups may become known. */
  readonly settings: () => RunSettings;
  readonly messageTypes: MessageTypes;
  readonly clock: () => number;
  /** Called after each step, with the instance as it is then. If it throws, the step has failed. */
  readonly onStep: (changes: StepChanges) => void;
  readonly onError: (error: unknown) => void;
  /** Called when the host has stopped the engine. */
  readonly onStopped: () => void;
}

type Applied = Pick<TakenStep, 'matched'> & Pick<StepChanges, 'gone'>;

/** One instance in an engine that its host owns and keeps: takes a step for each trigger, and when the host moved the engine. */
export class LiveInstance {
  readonly #parts: LiveParts;
  instance: InstanceInfo;
  model: ProcessModel | undefined;
  ledger: Ledger = EMPTY_LEDGER;
  record: PluginRecord | undefined;
  execution: Execution | undefined;
  run: InstanceRun | undefined;
  /** The start event by which the process is started; undefined: the plain one. */
  startNodeId: string | undefined;
  /** Whether an event starts it, and not the form of the plain start event. */
  isStartedByEvent = false;
  /** Of a diagram with calls that are looked up while the instance runs. */
  lateCalls: LateCallState | undefined;
  #variables: Variables = {};
  /** Why no step can be taken until engine and plugin are recovered. */
  #broken: BridgeError | undefined;
  /** Whether the state of the engine has still to be compared with the snapshot. */
  #isUnchecked = false;
  #isScheduled = false;
  #isInStep = false;
  /** Whether the engine has moved in this step. */
  #hasMoved = false;

  constructor(parts: LiveParts) {
    this.#parts = parts;
    this.instance = parts.instance;
  }

  get isOver(): boolean {
    const status = this.record?.status;
    return status !== undefined && status !== 'running' && status !== 'suspended';
  }

  get variables(): Variables {
    return this.#variables;
  }

  /** @throws {StepError} the engine was not executed yet */
  get current(): InstanceRun {
    if (!this.run) throw this.#notRunning('pass plugin.listener to execute or resume of its engine');
    return this.run;
  }

  /** Takes an event of the engine. A step is taken when the call into the engine has returned. */
  observe(name: string, api: unknown, moved: Execution): boolean {
    this.execution = moved;
    this.#hasMoved = true;
    if (!this.run && this.model) this.#begin(this.model, moved);
    if (!this.#isInStep) this.#schedule();
    return this.run?.listener.emit(name, api as Parameters<InstanceRun['listener']['emit']>[1], moved) ?? false;
  }

  /**
   * Applies a trigger.
   * @throws {StepError} the engine does not run, the step failed, or an earlier one did
   */
  apply(trigger: Trigger, recorded: RecordedStep = {}): Applied {
    this.requireUnbroken();
    const { execution } = this;
    if (this.isOver) return { matched: false, gone: [] };
    if (!execution || execution.stopped) throw this.#notRunning('execute or recover its engine');
    try {
      return this.#takeStep(execution, trigger, recorded);
    } catch (error) {
      throw error instanceof BridgeError ? error : asStepError(error);
    }
  }

  /**
   * Goes on without system tasks.
   * @returns false if this is none of the instance
   * @throws {StepError} as {@link apply}
   */
  forgoSystemTasks(refusedTaskId: string): boolean {
    this.requireUnbroken();
    const { record, execution } = this;
    if (!record?.tasks[refusedTaskId]?.isSystem) return false;
    if (!this.isOver && (!execution || execution.stopped)) throw this.#notRunning('execute or recover its engine');
    this.record = recordRefusal(record, refusedTaskId, this.#parts.clock());
    forgoSystemTasks(this.current, refusedTaskId);
    if (execution && !this.isOver) this.#takeStep(execution);
    return true;
  }

  /** @throws {BridgeError} a step failed, or the snapshot does not belong to the engine */
  requireUnbroken(): void {
    if (this.#broken) throw this.#broken;
  }

  /** The state after all that has happened. @throws {StepError} as {@link apply} */
  getState(): PluginState {
    this.requireUnbroken();
    const { model } = this.current;
    const { execution } = this;
    // The host has moved the engine in this turn, and asks before the step is taken.
    if (this.#isScheduled && execution && !execution.stopped && !this.isOver) this.#takeStep(execution);
    const { instance, ledger } = this;
    const record = this.record ?? beginRecord(this.#parts.clock());
    const lateCalls = this.lateCalls && dropUsedWays(this.lateCalls, ledger);
    return { instance, ledger, record, model, variables: this.#variables, lateCalls };
  }

  recover({ instance, ledger, record, model, variables, lateCalls }: PluginState): void {
    this.instance = instance;
    this.ledger = ledger;
    this.record = record;
    this.model = model;
    this.lateCalls = lateCalls;
    this.#variables = variables;
    this.execution = undefined;
    this.run = this.#newRun(model);
    this.#broken = undefined;
    this.#isUnchecked = true;
  }

  #begin(model: ProcessModel, { definitions }: Execution): void {
    const given = definitions[0]?.environment.variables ?? {};
    const facts = { initiator: this.instance.initiator, hasForm: !this.isStartedByEvent, context: this.#context() };
    this.#variables = startVariables(model, given, facts);
    this.record = beginRecord(this.#parts.clock());
    this.run = this.#newRun(model);
    this.run.startNodeId = this.startNodeId;
    keepFromPresses(this.run, undefined, Object.keys(this.#variables));
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      const { execution } = this;
      if (!this.#isScheduled || !execution) return;
      this.#isScheduled = false;
      try {
        // A stopped engine continues only after its state is recovered.
        if (execution.stopped) this.#parts.onStopped();
        else if (!this.#broken) this.#takeStep(execution);
      } catch (error) {
        this.#parts.onError(error);
      }
    });
  }

  /** @param trigger undefined if the host itself moved the engine */
  #takeStep(execution: Execution, trigger?: Trigger, recorded: RecordedStep = {}): Applied {
    if (this.isOver) {
      // An instance that was ended by an operation was recovered with an engine that was not stopped.
      if (!execution.stopped && execution.isRunning) void execution.stop();
      return { matched: false, gone: [] };
    }
    this.#hasMoved = trigger === undefined || this.#isScheduled;
    this.#isScheduled = false;
    this.#isInStep = true;
    try {
      return this.#commit(execution, trigger, recorded);
    } catch (error) {
      this.#giveUp(error);
      throw error;
    } finally {
      this.#isInStep = false;
    }
  }

  #commit(execution: Execution, given: Trigger | undefined, recorded: RecordedStep): Applied {
    const { ledger, current: before, instance } = this;
    const { clock, settings, messageTypes, onStep } = this.#parts;
    const isFirst = this.#isUnchecked;
    if (isFirst) this.#requireSnapshotOf(execution, before);
    const trigger = given ?? (isFirst ? this.#enterDrawnIn() : undefined);
    const now = clock();
    const step = takeStep(before, trigger, { execution, before: ledger }, { instance, settings: settings(), now });
    const { changes, matched } = step;
    checkDiagramMessages(changes.messages, messageTypes);
    this.#hasMoved = true;
    this.ledger = keepJobInputs(step.ledger, changes.jobsCreated);
    this.#variables = before.variables;
    const record = this.record ?? beginRecord(now);
    this.record = recordStep(record, instance.instanceId, changes, { at: now, ...recorded });
    this.#renewRun(before);
    if (before.notes.endedBy || before.terminatedBy) void execution.stop();
    onStep(changes);
    return { matched, gone: changes.gone };
  }

  /** The first step of a recovered instance is that of a call whose process was drawn in, as in a bridge. */
  #enterDrawnIn(): Trigger | undefined {
    if (this.lateCalls === undefined || this.ledger.suspendedAt !== null) return undefined;
    const [drawnIn] = Object.entries(dropUsedWays(this.lateCalls, this.ledger).ways);
    return drawnIn && { kind: 'call', executionId: drawnIn[0], ...drawnIn[1] };
  }

  #newRun(model: ProcessModel): InstanceRun {
    const run = new InstanceRun(model, this.ledger, this.#variables, this.#context());
    const { refusedTaskId } = this.record ?? {};
    if (refusedTaskId !== undefined) forgoSystemTasks(run, refusedTaskId);
    return run;
  }

  /** The engine stays alive, and so do the events that hold a token. */
  #renewRun({ model, entered, ended, startNodeId }: InstanceRun): void {
    const run = this.#newRun(model);
    for (const event of entered) run.entered.add(event);
    run.execution = this.execution;
    run.ended = ended;
    run.startNodeId = startNodeId;
    this.run = run;
  }

  /** If the engine has not moved, the step did not happen. */
  #giveUp(error: unknown): void {
    if (!this.#hasMoved) {
      this.#renewRun(this.current);
      return;
    }
    if (error instanceof StepError && error.code === 'ERR_SNAPSHOT_INVALID') this.#broken = error;
    else {
      const { code, message } = error instanceof BridgeError ? error : asStepError(error);
      this.#broken = new StepError(
        'ERR_STEP_FAILED',
        `A step of instance ${this.instance.instanceId} failed (${code}: ${message}): let go of its engine, and ` +
          'recover another one and the plugin from the states that were stored last.',
        { cause: error },
      );
    }
  }

  #requireSnapshotOf(execution: Execution, run: InstanceRun): void {
    const { instanceId } = this.instance;
    requireSameMoment(run, this.ledger, execution, instanceId);
    this.#isUnchecked = false;
  }

  #context() {
    return expressionContext(this.instance, this.#parts.settings(), this.#parts.clock);
  }

  #notRunning(remedy: string): StepError {
    return new StepError('ERR_STEP_FAILED', `Instance ${this.instance.instanceId} does not run: ${remedy}.`);
  }
}
