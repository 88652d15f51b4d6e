import type { ScriptFunction, ServiceFunction } from '../../host.ts';
import { findScripts, withScriptMappings } from '../../plugin/apply/run-scripts.ts';
import type { CompiledDefinition } from '../../plugin/definition.ts';
import type { JobRow, Store } from '../../store/port.ts';

/** The function of the host that a job calls; undefined where the host gave none. */
export type FindFunction = (job: JobRow) => Promise<ServiceFunction | undefined>;

export function createFindFunction(
  store: Pick<Store, 'getInstance'>,
  load: (definitionId: string) => Promise<CompiledDefinition>,
  services: Readonly<Record<string, ServiceFunction>>,
  scripts: ScriptFunction | undefined,
): FindFunction {
  return async ({ kind, service, instanceId, nodeId, executionId }) => {
    const known = services[service];
    if (scripts === undefined || (kind === 'service' && known === undefined)) return known;
    // A script stands in the definition and nowhere else: no row of a job, no log.
    const instance = await store.getInstance(instanceId);
    const model = instance && (await load(instance.definitionId)).model;
    if (kind === 'script') return model && findScripts(model, nodeId, executionId, scripts);
    const node = model?.services.get(nodeId);
    return known && node ? withScriptMappings(known, node, scripts) : known;
  };
}
