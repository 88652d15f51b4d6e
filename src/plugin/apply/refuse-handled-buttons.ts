import type { BuildModelResult } from '../../model/build-model.ts';
import { needsBridgeDeploy } from '../../model/rules/file/needs-bridge-deploy.ts';

/**
 * Refuses, for an engine that its caller owns, buttons of tasks that are handled: only a bridge remembers those tasks,
 * and how often a button was used.
 */
export function refuseHandledButtons({ model, problems, ...read }: BuildModelResult): BuildModelResult {
  const found = [...(model?.userTasks.values() ?? [])]
    .filter(({ previousActions }) => previousActions.length > 0)
    .map(({ nodeId, nodeName }) => ({
      severity: 'error' as const,
      rule: needsBridgeDeploy.name,
      elementId: nodeId,
      reason: `"${nodeName}" has buttons for the time when it is handled (ttc:previousAction), which only a bridge remembers.`,
      remedy: 'Remove them, or run the process in a bridge.',
    }));
  const button = [...(model?.userTasks.values() ?? [])]
    .flatMap(({ buttons }) => buttons)
    .find(({ times }) => times !== undefined);
  const uncounted = button && {
    severity: 'error' as const,
    rule: needsBridgeDeploy.name,
    elementId: model?.processId ?? '',
    reason: `The button "${button.label}" of the process may be used so many times (times), which only a bridge counts.`,
    remedy: 'Leave times out, or run the process in a bridge.',
  };
  const all = uncounted ? [...found, uncounted] : found;
  return { ...read, model: all.length > 0 ? undefined : model, problems: [...problems, ...all] };
}
