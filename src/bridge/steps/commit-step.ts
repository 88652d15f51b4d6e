import { checkDiagramMessages } from '../../plugin/outcome/check-diagram-messages.ts';
import type { StepResult } from '../../plugin/step.ts';
import type { IncidentRow, InstanceRow } from '../../store/store.ts';
import type { BridgeContext } from '../context/context.ts';
import type { EmitEvent } from '../context/events.ts';
import { handledAndGone } from './step-history.ts';
import { type StepExtras, type StepToCommit, toStepCommit } from './step-rows.ts';
import type { StepSettings } from './step-settings.ts';

export type CommittedStep = Omit<StepToCommit, 'signingKeyId' | 'traceparent'>;

/**
 * Creates what commits a computed step, and then emits what happened.
 * @returns whether it was committed; false: another step was faster
 */
export function createCommitStep(
  { store, emit, log, telemetry, outages }: BridgeContext,
  { messageTypes, signingKeyId }: Pick<StepSettings, 'messageTypes' | 'signingKeyId'>,
): (step: CommittedStep) => Promise<boolean> {
  return async (computed) => {
    const { before, result, extras } = computed;
    const warnings = checkDiagramMessages(result.changes.messages, messageTypes);
    const step = toStepCommit({ ...computed, signingKeyId, traceparent: telemetry.traceparent() });
    const isKnown = step.incident !== undefined && (await isOpen(step.incident));
    const attributes = {
      'bpmn_bridge.instance.id': before.instanceId,
      'bpmn_bridge.commit.reports': step.reports.length,
      'bpmn_bridge.commit.jobs': step.jobsCreated.length,
      'bpmn_bridge.commit.messages': step.messages.length,
    };
    const write = () => outages.whileWriting(store.commitStep(step));
    if ((await telemetry.inSpan('bpmn_bridge.commit', { attributes }, write)) === 'lost') return false;
    for (const each of warnings) log('message.values-unused', { ...each });
    emitStep(before, result, extras, emit);
    if (step.incident && !isKnown) emit('incident', step.incident);
    return true;
  };

  /** Every step of a deadlocked instance finds the deadlock again. */
  async function isOpen({ instanceId, code, subject }: IncidentRow): Promise<boolean> {
    if (instanceId === null) return false;
    const open = await store.listIncidents({ instanceId, open: true });
    return open.some((other) => other.code === code && other.subject === subject);
  }
}

function emitStep(
  { instanceId, processId, revision }: InstanceRow,
  { changes, matched }: StepResult,
  { action, migration }: StepExtras,
  emit: EmitEvent,
): void {
  if (action) emit('action', { instanceId, ...action, matched });
  if (revision === 0) emit('instance.started', { instanceId, processId });
  if (migration) emit('instance.migrated', { instanceId, processId, from: migration.from, to: migration.to });
  const { handled, gone } = handledAndGone(changes);
  for (const { taskId, nodeId, handler, handleStatus } of handled) {
    emit('task.handled', { instanceId, taskId, nodeId, handler, handleStatus });
  }
  for (const { taskId, nodeId } of gone) emit('task.gone', { instanceId, taskId, nodeId });
  for (const { taskId, nodeId, handlers, handlingGroups } of changes.created) {
    emit('task.created', { instanceId, taskId, nodeId, handlers, handlingGroups });
  }
  if (changes.ended) emit('instance.ended', { instanceId, processId });
}
