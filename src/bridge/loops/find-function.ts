import type { ScriptFunction, ServiceFunction } from '../../host.ts';
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
  return async ({ kind, service, instanceId, nodeId }) => {
    if (kind !== 'script') return services[service];
    const instance = scripts && (await store.getInstance(instanceId));
    // A script stands in the definition and nowhere else: no row of a job, no log.
    const script = instance && (await load(instance.definitionId)).model.services.get(nodeId)?.script;
    return scripts && script && ((job) => scripts({ ...job, script: script.text, scriptFormat: script.format }));
  };
}
