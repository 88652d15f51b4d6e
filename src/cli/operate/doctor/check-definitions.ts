import { parseStored } from '../../../model/moddle/parse-bpmn.ts';
import { definitionIdOf } from '../../../model/prepare/calls/prepare-called.ts';
import { readModel } from '../../../model/read-model.ts';
import { compileDefinition } from '../../../plugin/compile-definition.ts';
import { openStore } from '../../../store/open-store.ts';
import type { Store } from '../../../store/store.ts';
import { plural } from '../print/layout.ts';
import { describe, type Found, fail, fine } from './finding.ts';

/** Reads and compiles every definition that new or open instances need, without the functions of the service. */
export async function checkDefinitions(url: string): Promise<Found[]> {
  const store = await openStore(url, 'read');
  try {
    const all = await store.listDefinitions({ limit: Number.MAX_SAFE_INTEGER });
    const needed = all.filter(({ isLatest, openInstances }) => isLatest || openInstances > 0);
    const found: Found[] = [];
    for (const { definitionId, processId, openInstances } of needed) {
      const problem = await problemOf(store, definitionId);
      if (problem === undefined) continue;
      found.push(
        fail(
          `The definition ${definitionId} of ${processId}, with ${plural(openInstances, 'open instance')}: ${problem}`,
          'Restore its row from a backup, or deploy its file again; end what cannot be saved with instances terminate.',
        ),
      );
    }
    return found.length > 0 ? found : [fine(`${plural(needed.length, 'definition')} in use can be read.`)];
  } finally {
    await store.close();
  }
}

async function problemOf(store: Pick<Store, 'getDefinition'>, definitionId: string): Promise<string | undefined> {
  try {
    const row = await store.getDefinition(definitionId);
    if (row === undefined) return 'it is not stored.';
    if (definitionIdOf(row.xml) !== definitionId) return 'it differs from the file that was deployed.';
    compileDefinition(readModel(await parseStored(row.xml), { accepted: true }));
    return undefined;
  } catch (error) {
    return describe(error);
  }
}
