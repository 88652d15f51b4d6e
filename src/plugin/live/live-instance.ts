import type { Execution } from 'bpmn-engine';
import type { Broker } from 'smqp';
import { BridgeError, StepError } from '../../errors.ts';
import type { MessageTypes } from '../../messages/message-types.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { applyTrigger, type Trigger } from '../apply/trigger.ts';
import { isHeard } from '../engine/hearing.ts';
import type { LinkedPorts, ProcessControl, ProcessLink } from '../engine/link.ts';
import type { DrawnIn } from '../late-calls/draw-in.ts';
import type { LateCallState } from '../late-calls/find-called.ts';
import { checkDiagramMessages } from '../outcome/check-diagram-messages.ts';
import { finishStep, type StepChanges } from '../outcome/finish-step.ts';
import { forgoSystemTasks } from '../outcome/system-task.ts';
import { InstanceRun } from '../state/instance-run.ts';
import { EMPTY_LEDGER, type Ledger } from '../state/ledger.ts';
import type { InstanceInfo, RunSettings } from '../state/run-settings.ts';
import { asStepError } from '../step-error.ts';
import { netLimits } from '../tokens/net-limits.ts';
import { createPorts } from '../tokens/ports.ts';
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
  /** The host's own, which the plugin passes events on to. */
  readonly listener: object | undefined;
  /** Called when the host has stopped the engine. */
  readonly onStopped: () => void;
}

/** What a trigger came to. */
interface Applied extends Pick<StepChanges, 'gone'> {
  readonly matched: boolean;
}

const NOTHING: Applied = { matched: false, gone: [] };

/** A trigger that is being applied. */
interface Applying {
  readonly recorded: RecordedStep;
  applied: Applied;
  /** Why it was refused before anything moved. */
  refusal?: unknown;
  /** The step has come to its end. */
  isDone?: true;
}

/**
 * One instance in an engine that its host owns and keeps: answers what its process asks, and makes tasks and reports of
 * each step of it, whoever has set it off.
 */
export class LiveInstance implements ProcessLink {
  readonly #parts: LiveParts;
  instance: InstanceInfo;
  model: ProcessModel | undefined;
  ledger: Ledger = EMPTY_LEDGER;
  record: PluginRecord | undefined;
  execution: Execution | undefined;
  control: ProcessControl | undefined;
  /** The run of the step that is being made, or else one that shows how the instance stands. */
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
  /** The number of steps of the process to which a recovered snapshot belongs, until that is compared. */
  #revisionExpected: number | undefined;
  /** What steps have changed that nobody was told of yet. */
  readonly #untold: StepChanges[] = [];
  /** They are being told: what comes of that is told after them. */
  #isTelling = false;
  /** How much the net had changed when this step began. */
  #changesBefore = 0;
  #applying: Applying | undefined;

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

  /** Takes an event of the engine. */
  observe(name: string, moved: Execution): void {
    this.execution = moved;
    if (!this.record && this.model) this.#begin(this.model, moved);
    // A stopped engine has nothing to wake up for until it is resumed.
    if (name === 'process.stop') this.#parts.onStopped();
  }

  readonly graph = () => this.#requireModel().graph;
  readonly limits = () => netLimits(this.#parts.settings());
  readonly start = () => this.startNodeId;

  opened(control: ProcessControl): LinkedPorts {
    this.control = control;
    const ports = createPorts(() => this.current);
    return {
      ...ports,
      itemsOf: ({ id }) => {
        const { instances: size = 0, elements: items } = this.current.sizes[id] ?? {};
        return { size, ...(items && { items }) };
      },
    };
  }

  isHeard(routingKey: string, process: Broker): boolean {
    return !this.execution || isHeard(routingKey, process, this.execution, this.#parts.listener);
  }

  begin(): void {
    if (!this.execution) throw this.#notRunning('pass plugin.listener to execute or resume of its engine');
    if (this.#revisionExpected !== undefined) this.#requireSnapshotOf(this.#revisionExpected);
    this.run = this.#newRun(this.#requireModel());
    this.#changesBefore = this.current.net.marking.changes;
  }

  rest(): void {
    const applying = this.#applying;
    const isFirst = this.ledger === EMPTY_LEDGER;
    if (this.#broken || applying?.refusal !== undefined) return;
    const { clock, settings, messageTypes } = this.#parts;
    const { current: run, instance } = this;
    if (isFirst) keepFromPresses(run, undefined, Object.keys(this.#variables));
    const now = clock();
    const { changes, ledger } = finishStep(run, this.ledger, { instance, settings: settings(), now });
    checkDiagramMessages(changes.messages, messageTypes);
    if (applying) applying.isDone = true;
    this.ledger = keepJobInputs(ledger, changes.jobsCreated);
    this.#variables = run.variables;
    const record = this.record ?? beginRecord(now);
    this.record = recordStep(record, instance.instanceId, changes, { at: now, ...applying?.recorded });
    if (applying) applying.applied = { ...applying.applied, gone: changes.gone };
    this.run = this.#newRun(run.model);
    this.#untold.push(changes);
  }

  /** Hands over what has changed. If that fails, it is lost, and the instance has to be recovered from before the step. */
  idle(): void {
    if (this.#isTelling) return;
    this.#isTelling = true;
    try {
      for (let next = this.#untold.shift(); next; next = this.#untold.shift()) this.#parts.onStep(next);
    } catch (error) {
      this.failed(error);
      if (this.#applying) throw error;
      this.#parts.onError(error);
    } finally {
      this.#isTelling = false;
    }
  }

  failed(error: unknown): void {
    if (this.#broken) return;
    const { code, message } = error instanceof BridgeError ? error : asStepError(error);
    this.#broken = new StepError(
      'ERR_STEP_FAILED',
      `A step of instance ${this.instance.instanceId} failed (${code}: ${message}): let go of its engine, and ` +
        'recover another one and the plugin from the states that were stored last.',
      { cause: error },
    );
  }

  /**
   * Applies a trigger.
   * @throws {StepError} the engine does not run, the step failed, or an earlier one did
   */
  apply(trigger: Trigger, recorded: RecordedStep = {}): Applied {
    this.requireUnbroken();
    if (this.isOver) return NOTHING;
    return this.#perform(recorded, () => applyTrigger(this.current, trigger, this.#facts()));
  }

  /** @param action returns whether anything waited for it */
  #perform(recorded: RecordedStep, action: () => boolean): Applied {
    const control = this.#requireRest();
    const applying: Applying = { recorded, applied: NOTHING };
    this.#applying = applying;
    try {
      control.perform(() => {
        try {
          applying.applied = { ...NOTHING, matched: action() };
        } catch (error) {
          // If nothing has moved, the step did not happen.
          if (this.current.net.marking.changes > this.#changesBefore) throw error;
          applying.refusal = error;
        }
      });
    } catch (error) {
      throw error instanceof BridgeError ? error : asStepError(error);
    } finally {
      this.#applying = undefined;
    }
    if (applying.refusal !== undefined) {
      this.run = this.#newRun(this.#requireModel());
      throw asStepError(applying.refusal);
    }
    if (!applying.isDone) this.failed(new StepError('ERR_STEP_FAILED', 'the engine was stopped in the middle of it'));
    this.requireUnbroken();
    return applying.applied;
  }

  /** Goes on in a diagram that has more in it. @throws {StepError} as {@link apply} */
  redraw({ model, diagram, lateCalls }: DrawnIn): void {
    const control = this.#requireRest();
    this.model = model;
    this.lateCalls = lateCalls;
    control.redraw(diagram);
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
    if (!this.isOver) this.#perform({}, () => true);
    return true;
  }

  /** @throws {BridgeError} a step failed, or the snapshot does not belong to the engine */
  requireUnbroken(): void {
    if (this.#broken) throw this.#broken;
  }

  /** The state after all that has happened. @throws {StepError} as {@link apply}, and in the middle of a step */
  getState(): PluginState {
    this.requireUnbroken();
    const { model } = this.current;
    const { instance, ledger, control, lateCalls } = this;
    if (control?.isBusy) throw this.#notRunning('it is in the middle of a step, whose state is not there yet');
    const record = this.record ?? beginRecord(this.#parts.clock());
    const revision = this.#revisionExpected ?? control?.revision ?? 0;
    return { revision, instance, ledger, record, model, variables: this.#variables, lateCalls };
  }

  recover({ revision, instance, ledger, record, model, variables, lateCalls }: PluginState): void {
    this.instance = instance;
    this.ledger = ledger;
    this.record = record;
    this.model = model;
    this.lateCalls = lateCalls;
    this.#variables = variables;
    this.execution = undefined;
    this.control = undefined;
    this.run = this.#newRun(model);
    this.#broken = undefined;
    this.#untold.length = 0;
    this.#revisionExpected = revision;
  }

  #begin(model: ProcessModel, { definitions }: Execution): void {
    const given = definitions[0]?.environment.variables ?? {};
    const facts = { initiator: this.instance.initiator, hasForm: !this.isStartedByEvent, context: this.#context() };
    this.#variables = startVariables(model, given, facts);
    this.record = beginRecord(this.#parts.clock());
    this.run = this.#newRun(model);
  }

  #newRun(model: ProcessModel): InstanceRun {
    const run = new InstanceRun(model, this.ledger, this.#variables, this.#context());
    const { control } = this;
    if (control) {
      run.attach(control.net);
      run.isHeld = (token) => control.isHeld(token);
      run.announceSignal = (token) => control.announceSignal(token, undefined);
    }
    run.ended = this.isOver;
    const { refusedTaskId } = this.record ?? {};
    if (refusedTaskId !== undefined) forgoSystemTasks(run, refusedTaskId);
    return run;
  }

  /** The states of engine and plugin, which their host stores and recovers, have to be of one moment. */
  #requireSnapshotOf(expected: number): void {
    const { instanceId } = this.instance;
    this.#revisionExpected = undefined;
    if (this.control?.revision === expected) return;
    this.#broken = new StepError(
      'ERR_SNAPSHOT_INVALID',
      `The snapshot of instance ${instanceId} and the state of its engine are of two moments: the process has made ` +
        `${this.control?.revision} steps, the snapshot is of step ${expected}. Store both together, and recover both of one moment.`,
      { details: { instanceId } },
    );
    this.#parts.onError(this.#broken);
  }

  #facts() {
    return { settings: this.#parts.settings(), now: this.#parts.clock() };
  }

  #context() {
    return expressionContext(this.instance, this.#parts.settings(), this.#parts.clock);
  }

  #requireModel(): ProcessModel {
    if (!this.model) throw this.#notRunning('pass its diagram to its engine');
    return this.model;
  }

  #requireRest(): ProcessControl {
    const { control, execution } = this;
    if (!control || !execution || execution.stopped) throw this.#notRunning('execute or recover its engine');
    if (control.isBusy) throw this.#notRunning('it is in the middle of a step; wait for its end');
    return control;
  }

  #notRunning(remedy: string): StepError {
    return new StepError('ERR_STEP_FAILED', `Instance ${this.instance.instanceId} does not run: ${remedy}.`);
  }
}
