import type { ReadModelResult } from '../../../model/read-model.ts';
import { needsBridgeDeploy } from '../../../model/rules/file/needs-bridge-deploy.ts';

/**
 * Refuses buttons of handled tasks and limited buttons for an engine that its host owns: only a bridge stores handled
 * tasks and how often a button was used.
 */
export function refuseHandledButtons({ model, problems, ...read }: ReadModelResult): ReadModelResult {
  const found = [...(model?.userTasks.values() ?? [])]
    .filter(({ handledButtons }) => handledButtons.length > 0)
    .map(({ nodeId, nodeName }) => ({
      severity: 'error' as const,
      rule: needsBridgeDeploy.name,
      elementId: nodeId,
      reason: `"${nodeName}" has buttons for its handled tasks (ttc:previousAction), which only a bridge supports.`,
      remedy: 'Remove them, or run the process in a bridge.',
    }));
  const button = [...(model?.userTasks.values() ?? [])]
    .flatMap(({ buttons }) => buttons)
    .find(({ times }) => times !== undefined);
  const uncounted = button && {
    severity: 'error' as const,
    rule: needsBridgeDeploy.name,
    elementId: model?.processId ?? '',
    reason: `The button "${button.label}" of the process limits its uses (times), which only a bridge counts.`,
    remedy: 'Leave times out, or run the process in a bridge.',
  };
  const all = uncounted ? [...found, uncounted] : found;
  return { ...read, model: all.length > 0 ? undefined : model, problems: [...problems, ...all] };
}
