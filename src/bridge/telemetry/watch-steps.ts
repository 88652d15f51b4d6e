import type { Trigger } from '../../plugin/apply/trigger.ts';
import type { CommitOutcome, InstanceRow, StepCommit, Store } from '../../store/store.ts';
import { errorTypeOf, secondsSince, type Telemetry } from '../../telemetry/telemetry.ts';

/** Spans and metrics of steps. */
export interface WatchedSteps {
  /** Computes and commits a step once; `lost` and `unmatched` are outcomes as in `InstanceSteps`. */
  step<Result>(
    instance: InstanceRow,
    trigger: Trigger['kind'],
    work: () => Promise<Result | 'lost' | 'unmatched'>,
  ): Promise<Result | 'lost' | 'unmatched'>;
  commit(step: StepCommit): Promise<CommitOutcome>;
}

export function watchSteps(store: Pick<Store, 'commitStep'>, telemetry: Telemetry): WatchedSteps {
  return {
    async step({ instanceId, processId, definitionId }, trigger, work) {
      const about = { 'bpmn_bridge.process.id': processId, 'bpmn_bridge.trigger': trigger };
      const attributes = {
        ...about,
        'bpmn_bridge.instance.id': instanceId,
        'bpmn_bridge.definition.id': definitionId,
      };
      const startedAt = performance.now();
      return telemetry.inSpan('bpmn_bridge.step', { attributes }, async (span) => {
        const record = (outcome: string, errorType?: string) => {
          span.set({ 'bpmn_bridge.step.outcome': outcome });
          telemetry.record('bpmn_bridge.step.duration', secondsSince(startedAt), {
            ...about,
            'bpmn_bridge.step.outcome': outcome,
            'error.type': errorType,
          });
        };
        try {
          const result = await work();
          record(typeof result === 'string' ? result : 'committed');
          return result;
        } catch (error) {
          record('failed', errorTypeOf(error));
          throw error;
        }
      });
    },

    commit(step) {
      const attributes = {
        'bpmn_bridge.instance.id': step.instance.instanceId,
        'bpmn_bridge.commit.reports': step.reports.length,
        'bpmn_bridge.commit.jobs': step.jobsCreated.length,
        'bpmn_bridge.commit.messages': step.messages.length,
      };
      return telemetry.inSpan('bpmn_bridge.commit', { attributes }, () => store.commitStep(step));
    },
  };
}
