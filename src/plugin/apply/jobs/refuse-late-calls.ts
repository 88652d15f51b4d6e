import { NO_MODEL, type ReadModelResult } from '../../../model/read-model.ts';
import { needsBridgeDeploy } from '../../../model/rules/file/needs-bridge-deploy.ts';

/** Refuses, for an engine that its host owns, call activities whose process is looked up while an instance runs. */
export function refuseLateCalls(read: ReadModelResult): ReadModelResult {
  const { model, problems } = read;
  const found = [...(model?.services.values() ?? [])].flatMap(({ nodeName, call }) => {
    if (call === undefined) return [];
    return {
      severity: 'error' as const,
      rule: needsBridgeDeploy.name,
      elementId: call.callId,
      reason: `"${nodeName}" calls ${call.target.text}, which only a bridge can look up while the process runs.`,
      remedy: 'Pass the called process to `prepareProcesses` together with this file, or run the process in a bridge.',
    };
  });
  return { ...read, ...(found.length > 0 && NO_MODEL), problems: [...problems, ...found] };
}
