import type { Execution } from 'bpmn-engine';
import { StepError } from '../../errors.ts';
import { type EnteredCall, enterCalledProcess } from '../engine/enter-called-process.ts';
import { deliverEvent } from '../settle/deliver-event.ts';
import { settle } from '../settle/settle.ts';
import type { InstanceRun } from '../state/instance-run.ts';
import type { InstanceInfo, StepFacts } from '../state/run-settings.ts';
import { setFromOutside, type Variables } from '../variables/called-variables.ts';
import { completeJob, failJob } from './finish-job.ts';
import { fireDueTimers, fireTimer } from './fire-timers.ts';
import { type Circulation, circulateTask } from './operations/circulate-task.ts';
import { endInstance, type InstanceEnd } from './operations/end-instance.ts';
import { type Handover, handOverTask } from './operations/hand-over-task.ts';
import { type Readdressed, readdressTasks } from './operations/readdress-tasks.ts';
import { activateInstance, suspendInstance } from './operations/suspend-instance.ts';
import { type ToldAction, tellProcess } from './operations/tell-process.ts';
import { pressTask, type TaskPress } from './press-task.ts';

/** What sets an instance in motion. */
export type Trigger =
  | {
      readonly kind: 'start';
      readonly instance: InstanceInfo;
      readonly variables: Variables;
      /** The start event a message came to. Default: the plain one, or the only one there is. */
      readonly startNodeId?: string;
    }
  | ({ readonly kind: 'press' } & Omit<TaskPress, 'now'>)
  | { readonly kind: 'job'; readonly executionId: string; readonly result: unknown }
  /** A service threw a BPMN error. */
  | { readonly kind: 'job-error'; readonly executionId: string; readonly code: string }
  /** The called process of a job of that kind; the definition of the step has it. */
  | ({ readonly kind: 'call' } & EnteredCall)
  | {
      readonly kind: 'message' | 'signal';
      readonly name: string;
      /** Of a message: keeps out those that wait for another key. */
      readonly correlationKey?: string;
      readonly payload?: Variables;
    }
  /** Lets a receive task go on. */
  | { readonly kind: 'receive'; readonly nodeId: string; readonly payload?: Variables }
  | ({ readonly kind: 'hand-over' } & Omit<Handover, 'now'>)
  /** A report that told the center of tasks in hands it does not know goes out anew. */
  | { readonly kind: 'readdress'; readonly tasks: readonly Readdressed[] }
  | ({ readonly kind: 'tell' } & ToldAction)
  | ({ readonly kind: 'circulate' } & Circulation)
  | { readonly kind: 'suspend' | 'activate' }
  | ({ readonly kind: 'end' } & Omit<InstanceEnd, 'now'>)
  | {
      readonly kind: 'set-variables';
      readonly variables: Variables;
      /** The call activity whose process they are set in, in each that runs; absent: those of the instance. */
      readonly callId?: string;
    }
  /** Time has passed: timers that are due fire, and held reports that waited long enough go out. */
  | { readonly kind: 'wake' }
  /** Fires one timer, due or not. */
  | { readonly kind: 'timer'; readonly executionId: string };

/**
 * Applies a trigger to a run whose engine is at rest.
 * @returns false for a message, a signal, a receive task or a button told to the process, when nothing waited for it, and
 * for variables of a call that is not there
 * @throws {StepError} the run is to be thrown away; `ERR_SUSPENDED`: it takes this only once it is activated
 */
export function applyTrigger(
  run: InstanceRun,
  execution: Execution,
  trigger: Trigger,
  { settings, now }: Pick<StepFacts, 'settings' | 'now'>,
): boolean {
  const clock = { now, timeZone: settings.timeZone };
  refuseWhileSuspended(run, trigger);
  switch (trigger.kind) {
    case 'start':
      break;
    case 'press':
      pressTask(run, execution, { ...trigger, now });
      break;
    case 'job':
      completeJob(run, execution, trigger.executionId, trigger.result);
      break;
    case 'job-error':
      failJob(run, execution, trigger.executionId, trigger.code);
      break;
    case 'call':
      enterCalledProcess(run, execution, trigger);
      break;
    case 'message':
    case 'signal':
    case 'receive':
      return deliverEvent(run, execution, trigger);
    case 'hand-over':
      handOverTask(run, { ...trigger, now }, settings);
      break;
    case 'readdress':
      readdressTasks(run, trigger.tasks);
      break;
    case 'circulate':
      circulateTask(run, trigger);
      break;
    case 'tell':
      return tellProcess(run, execution, trigger);
    case 'suspend':
      suspendInstance(run, now);
      break;
    case 'activate':
      activateInstance(run, now);
      settle(run, execution);
      break;
    case 'end':
      endInstance(run, { ...trigger, now }, settings);
      break;
    case 'set-variables':
      if (!setFromOutside(run, execution, trigger)) return false;
      settle(run, execution);
      break;
    case 'wake':
      fireDueTimers(run, execution, clock);
      break;
    case 'timer':
      fireTimer(run, execution, trigger.executionId, clock);
      break;
  }
  return true;
}

/** What a suspended instance takes; everything else comes again once it is activated. */
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
