import type { ScriptFunction, ServiceFunction } from '../../host.ts';
import { findScripts, withScriptMappings } from '../../plugin/apply/run-scripts.ts';
import type { InstanceRow, JobRow } from '../../store/port.ts';
import type { Definitions } from '../definitions/definitions.ts';

/** The function of the host that a job calls; undefined where the host gave none. */
export type FindFunction = (job: JobRow, instance: InstanceRow | undefined) => Promise<ServiceFunction | undefined>;

export function createFindFunction(
  definitions: Pick<Definitions, 'load'>,
  services: Readonly<Record<string, ServiceFunction>>,
  scripts: ScriptFunction | undefined,
): FindFunction {
  return async ({ kind, service, nodeId, executionId }, instance) => {
    const known = services[service];
    if (scripts === undefined || (kind === 'service' && known === undefined)) return known;
    // A script stands in the definition and nowhere else: no row of a job, no log.
    const model = instance && (await definitions.load(instance.definitionId)).model;
    if (kind === 'script') return model && findScripts(model, nodeId, executionId, scripts);
    const node = model?.services.get(nodeId);
    return known && node ? withScriptMappings(known, node, scripts) : known;
  };
}
