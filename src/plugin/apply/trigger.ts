import { StepError } from '../../errors.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import type { InstanceInfo, StepFacts } from '../state/run-settings.ts';
import { findOnlyStart } from '../tokens/find-only-start.ts';
import { keepFromPresses, setVariablesByOperator, type Variables } from '../variables/called-variables.ts';
import { type Circulation, circulateTask } from './circulate-task.ts';
import { continueMigrated, type MigratedWaits } from './continue-migrated.ts';
import { deliverEvent } from './deliver-event.ts';
import { endInstance, type InstanceEnd } from './end-instance.ts';
import { type EnteredCall, enterCalledProcess } from './enter-called-process.ts';
import { fireDueTimers, fireTimer } from './fire-timers.ts';
import { type Handover, handOverTask } from './hand-over-task.ts';
import { completeJob, raiseJobError } from './jobs/finish-job.ts';
import { notifyProcess, type ProcessNotification } from './notify-process.ts';
import { type AddedSigners, addIterations } from './panels/add-iterations.ts';
import { advises, answerPanel } from './panels/answer.ts';
import { type Acting, type Ask, askOthers } from './panels/ask.ts';
import { type Claim, claimTask, releaseTask } from './panels/claim.ts';
import { type Recall, recallAsked } from './panels/recall.ts';
import { type SendBack, sendBackTask } from './panels/send-back.ts';
import { askSignersAfter, signsWithOthers, withSigned } from './panels/sign.ts';
import { type AllowedPress, pressTask } from './press/press-task.ts';
import { type Readdressed, readdressTasks } from './readdress-tasks.ts';
import { activateInstance, suspendInstance } from './suspend-instance.ts';

export type Trigger =
  | {
      readonly kind: 'start';
      readonly instance: InstanceInfo;
      readonly variables: Variables;
      /** The start event that a message started. Default: the plain (none) start event, or the only start event. */
      readonly startNodeId?: string;
    }
  | ({ readonly kind: 'press' } & AllowedPress)
  | { readonly kind: 'job'; readonly executionId: string; readonly result: unknown }
  /** A service threw a BPMN error. */
  | { readonly kind: 'job-error'; readonly executionId: string; readonly code: string }
  /** A job of the kind `call` found its process; the definition of the step contains it. */
  | ({ readonly kind: 'call' } & EnteredCall)
  | {
      readonly kind: 'message' | 'signal';
      readonly name: string;
      /** For messages: elements that wait for another key are skipped. */
      readonly correlationKey?: string;
      readonly payload?: Variables;
    }
  /** Completes a receive task. */
  | { readonly kind: 'receive'; readonly nodeId: string; readonly payload?: Variables }
  | ({ readonly kind: 'hand-over' } & Omit<Handover, 'now'>)
  /** Others have the task for a while. */
  | ({ readonly kind: 'ask' } & { readonly ask: Omit<Ask, 'now'> })
  | ({ readonly kind: 'add-iterations' } & Omit<AddedSigners, 'now'>)
  | ({ readonly kind: 'recall' } & Omit<Recall, 'now'>)
  | ({ readonly kind: 'claim' } & Omit<Claim, 'now'>)
  | ({ readonly kind: 'release' } & Omit<Acting, 'now'>)
  | ({ readonly kind: 'send-back' } & Omit<SendBack, 'now'>)
  /** Other handlers for tasks whose report the center refused; the report is sent again. */
  | { readonly kind: 'readdress'; readonly tasks: readonly Readdressed[] }
  | ({ readonly kind: 'notify' } & ProcessNotification)
  | ({ readonly kind: 'circulate' } & Circulation)
  | { readonly kind: 'suspend' | 'activate' }
  | ({ readonly kind: 'end' } & Omit<InstanceEnd, 'now'>)
  | {
      readonly kind: 'set-variables';
      readonly variables: Variables;
      /** Id of a call activity: sets the variables of every running call of it. Absent: the variables of the instance. */
      readonly callId?: string;
    }
  /** Fires due timers, and sends reports that were held back long enough. */
  | { readonly kind: 'wake' }
  /** Goes on in another version of the process, with a snapshot that was migrated. */
  | ({ readonly kind: 'migrate' } & MigratedWaits)
  /** Fires one timer, even if it is not due yet. */
  | { readonly kind: 'timer'; readonly executionId: string };

/**
 * Applies a trigger to a run, whose net is at rest before and after.
 * @returns false for a message, signal, receive task or notifying button if no element waited for it, and for
 * `set-variables` if no such call runs
 * @throws {StepError} the run must be discarded; `ERR_SUSPENDED`: try again after the instance is activated
 */
export function applyTrigger(run: InstanceRun, trigger: Trigger, facts: Pick<StepFacts, 'settings' | 'now'>): boolean {
  refuseWhileSuspended(run, trigger);
  const matched = apply(run, trigger, facts);
  // A change of variables lets conditional events fire, also where no token has moved.
  if (run.suspendedAt !== null) run.net.noteChanges();
  else if (!run.ended) run.net.settle();
  return matched;
}

function apply(run: InstanceRun, trigger: Trigger, { settings, now }: Pick<StepFacts, 'settings' | 'now'>): boolean {
  switch (trigger.kind) {
    case 'start':
      startInstance(run, trigger.startNodeId);
      break;
    case 'press':
      if (advises(run, trigger.taskId)) answerPanel(run, trigger, now);
      else if (trigger.signersAfter) askSignersAfter(run, trigger, trigger.signersAfter, now);
      else if (!signsWithOthers(run, trigger, now)) pressTask(run, withSigned(run, trigger), now);
      break;
    case 'job':
      completeJob(run, trigger.executionId, trigger.result);
      break;
    case 'job-error':
      raiseJobError(run, trigger.executionId, trigger.code);
      break;
    case 'call':
      enterCalledProcess(run, trigger);
      break;
    case 'message':
    case 'signal':
    case 'receive':
      return deliverEvent(run, trigger);
    case 'hand-over':
      handOverTask(run, { ...trigger, now }, settings);
      break;
    case 'ask':
      askOthers(run, { ...trigger.ask, now }, settings);
      break;
    case 'add-iterations':
      addIterations(run, { ...trigger, now }, settings);
      break;
    case 'recall':
      recallAsked(run, { ...trigger, now }, settings);
      break;
    case 'claim':
      claimTask(run, { ...trigger, now });
      break;
    case 'send-back':
      sendBackTask(run, { ...trigger, now });
      break;
    case 'release':
      releaseTask(run, { ...trigger, now });
      break;
    case 'readdress':
      readdressTasks(run, trigger.tasks);
      break;
    case 'migrate':
      continueMigrated(run, trigger, { settings, now });
      break;
    case 'circulate':
      circulateTask(run, trigger);
      break;
    case 'notify':
      return notifyProcess(run, trigger);
    case 'suspend':
      suspendInstance(run, now);
      break;
    case 'activate':
      activateInstance(run, now);
      break;
    case 'end':
      endInstance(run, { ...trigger, now }, settings);
      break;
    case 'set-variables':
      return setVariablesByOperator(run, trigger);
    case 'wake':
      fireDueTimers(run);
      break;
    case 'timer':
      fireTimer(run, trigger.executionId);
      break;
  }
  return true;
}

function startInstance(run: InstanceRun, startNodeId: string | undefined): void {
  keepFromPresses(run, undefined, Object.keys(run.variables));
  run.net.start(run.model.processId, startNodeId ?? findOnlyStart(run.model));
}

/** The triggers that a suspended instance accepts; the others are repeated after it is activated. */
const WHILE_SUSPENDED: ReadonlySet<Trigger['kind']> = new Set<Trigger['kind']>([
  'activate',
  'end',
  'readdress',
  'set-variables',
]);

function refuseWhileSuspended({ suspendedAt }: InstanceRun, { kind }: Trigger): void {
  if (suspendedAt === null || WHILE_SUSPENDED.has(kind)) return;
  throw new StepError('ERR_SUSPENDED', 'The process is suspended. Activate it and try again.');
}
