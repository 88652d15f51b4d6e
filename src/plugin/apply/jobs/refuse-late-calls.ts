import { NO_MODEL, type ReadModelResult } from '../../../model/read-model.ts';
import { needsBridgeDeploy } from '../../../model/rules/elements.ts';

/** Refuses call activities whose process is looked up while an instance runs, for a host that looks up none. */
export function refuseLateCalls(read: ReadModelResult): ReadModelResult {
  const { model, problems } = read;
  const found = [...(model?.services.values() ?? [])].flatMap(({ nodeName, call }) => {
    if (call === undefined) return [];
    return {
      severity: 'error' as const,
      rule: needsBridgeDeploy.name,
      elementId: call.callId,
      reason: `"${nodeName}" calls ${call.target.text}, which has to be looked up while the process runs.`,
      remedy:
        'Pass the called process to `prepareProcesses` together with this file; or return it from the option ' +
        '`findProcess`; or run the process in a bridge.',
    };
  });
  return { ...read, ...(found.length > 0 && NO_MODEL), problems: [...problems, ...found] };
}
