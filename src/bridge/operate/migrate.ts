import * as z from 'zod';
import { InputError, ModelError, StepError } from '../../errors.ts';
import type { MigrateOptions } from '../../operations/options.ts';
import type { CompiledDefinition } from '../../plugin/compile-definition.ts';
import { migrateSnapshot } from '../../plugin/migrate/migrate-snapshot.ts';
import type { MigrationRefusal, MovedWait } from '../../plugin/migrate/migration-plan.ts';
import { by, reader, type ShapeOf } from '../../read-options.ts';
import type { DefinitionRow, InstanceRow, Store } from '../../store/store.ts';
import type { BridgeContext } from '../context/context.ts';
import type { Definitions } from '../definitions/definitions.ts';
import type { InstanceSteps, StepPlan } from '../steps/instance-steps.ts';
import { readPath } from '../steps/stored-instance.ts';
import { listInstances } from './lists.ts';

const text = z.string().min(1);

/** @throws {InputError} `ERR_INPUT_INVALID` with the path of each problem */
export const readMigrateOptions = reader(
  z
    .strictObject({
      to: text,
      instanceIds: z.array(text).min(1).max(1_000).optional(),
      from: text.optional(),
      nodes: z.record(z.string(), text).default({}),
      dryRun: z.boolean().default(false),
      limit: z.int().positive().max(1_000).default(100),
      after: text.optional(),
      by,
    } satisfies ShapeOf<MigrateOptions>)
    .refine(({ instanceIds, from }) => (instanceIds === undefined) !== (from === undefined), {
      error: 'either instanceIds or from is required',
    }),
  'instances.migrate',
);
/** The options with their defaults. */
type ReadMigration = ReturnType<typeof readMigrateOptions>;

/** Migrates instances; see `bridge.instances.migrate`. */
export type Migrate = (options: MigrateOptions) => Promise<Migrated>;

export function createMigrate(
  { store }: BridgeContext,
  definitions: Pick<Definitions, 'load'>,
  steps: Pick<InstanceSteps, 'apply'>,
): Migrate {
  async function migrateOne(instanceId: string, plan: ReadMigration): Promise<InstanceMigration> {
    const decided: { moved: readonly MovedWait[] } = { moved: [] };
    const end = (outcome: InstanceMigration['outcome'], refusals: readonly MigrationRefusal[] = []) => {
      const { moved } = outcome === 'refused' ? { moved: [] } : decided;
      return { instanceId, outcome, moved, refusals };
    };
    try {
      const applied = await steps.apply<readonly MigrationRefusal[]>(instanceId, async (instance, definition) => {
        const row = await findTarget(store, plan.to);
        const refusal = refusalOf(instance, row);
        if (refusal !== undefined) return { refuse: refusal };
        const compiled = await definitions.load(row.definitionId);
        const step = planStep(instance, { from: await definition(), to: compiled, row }, plan);
        if ('refuse' in step) return step;
        decided.moved = step.moved;
        return step.plan;
      });
      if ('refused' in applied)
        return applied.refused.length === 0 ? end('unchanged') : end('refused', applied.refused);
      return end(plan.dryRun ? 'possible' : 'migrated');
    } catch (error) {
      // The step failed as one of the process may: nothing was stored, and the others go on.
      if (!(error instanceof StepError || error instanceof ModelError)) throw error;
      return end('refused', [{ reason: 'step-failed', nodeId: null, text: error.message }]);
    }
  }

  async function findInstances({ instanceIds, from, after, limit }: ReadMigration): Promise<readonly string[]> {
    if (instanceIds !== undefined) return [...new Set(instanceIds)];
    const filter = { ...(from !== undefined && { definitionId: from }), ...(after !== undefined && { after }) };
    const rows = await listInstances(store, { ...filter, open: true, limit });
    return rows.map(({ instanceId }) => instanceId);
  }

  return async (options) => {
    const plan = readMigrateOptions(options);
    await findTarget(store, plan.to);
    await refuseUnknown(store, plan.from);
    const ids = await findInstances(plan);
    const instances: InstanceMigration[] = [];
    for (const instanceId of ids) instances.push(await migrateOne(instanceId, plan));
    const isLast = plan.from === undefined || ids.length < plan.limit;
    return { instances, next: isLast ? null : (ids.at(-1) ?? null) };
  };
}

/** @throws {InputError} `ERR_PROCESS_UNKNOWN` */
export async function findTarget(store: Pick<Store, 'getDefinition'>, definitionId: string): Promise<DefinitionRow> {
  const row = await store.getDefinition(definitionId);
  if (row !== undefined && row.undeployedAt === undefined && row.extendsId === undefined) return row;
  throw new InputError('ERR_PROCESS_UNKNOWN', `No definition ${definitionId} is deployed: deploy its file first.`, {
    details: { definitionId },
  });
}

/** Nothing would be found of one that never was, as of one whose instances have all gone on. */
async function refuseUnknown(store: Pick<Store, 'getDefinition'>, from: string | undefined): Promise<void> {
  if (from === undefined || (await store.getDefinition(from)) !== undefined) return;
  const message = `There is no definition ${from} to migrate from: definitions.list has those that there are.`;
  throw new InputError('ERR_PROCESS_UNKNOWN', message, { details: { definitionId: from } });
}

/** @returns an empty list if there is nothing to do */
function refusalOf(
  { status, endedAt, processId, definitionId }: InstanceRow,
  to: DefinitionRow,
): readonly MigrationRefusal[] | undefined {
  const refuse = (reason: MigrationRefusal['reason'], text: string) => [{ reason, nodeId: null, text }];
  if (endedAt !== null) return refuse('ended', 'it has ended');
  if (processId !== to.processId)
    return refuse('other-process', `it is an instance of ${processId}, not of ${to.processId}`);
  if (definitionId === to.definitionId) return [];
  return status === 'suspended' ? refuse('suspended', 'it is suspended: activate it first') : undefined;
}

interface Change {
  readonly from: CompiledDefinition;
  readonly to: CompiledDefinition;
  readonly row: DefinitionRow;
}

function planStep(
  instance: InstanceRow,
  { from, to, row }: Change,
  { nodes, dryRun, by }: ReadMigration,
):
  | { readonly plan: StepPlan; readonly moved: readonly MovedWait[] }
  | { readonly refuse: readonly MigrationRefusal[] } {
  const { instanceId, snapshot, definitionId } = instance;
  if (snapshot === null) return { refuse: [{ reason: 'unreadable', nodeId: null, text: 'it has no snapshot' }] };
  const migrated = migrateSnapshot({ instanceId, snapshot, from, to, nodes: new Map(Object.entries(nodes)) });
  if ('refusals' in migrated) return { refuse: migrated.refusals };
  const { moved, replaced, tokens, starts } = migrated;
  const migration = { from: definitionId, to: row.definitionId, moved, ...(by !== undefined && { by }) };
  return {
    moved,
    plan: {
      trigger: { kind: 'migrate', replaced, tokens, starts },
      definition: { row, compiled: to },
      snapshot: migrated.snapshot,
      extras: { migration, path: pathIn(instance, to) },
      ...(dryRun && { isTrial: true }),
    },
  };
}

/** The path taken so far, so far as the other diagram has it: ids that it lacks could not be shown. */
function pathIn({ path }: InstanceRow, { model: { graph } }: CompiledDefinition): string {
  const { flows, nodes, current } = readPath(path);
  const isKnown = (id: string) => graph.nodes.has(id) || graph.flows.has(id);
  return JSON.stringify({
    flows: flows.filter(isKnown),
    nodes: nodes.filter(isKnown),
    current: current.filter(isKnown),
  });
}

/** What became of one instance that was to be migrated. */
export interface InstanceMigration {
  /** The instance. */
  readonly instanceId: string;
  /**
   * `migrated`; `possible`: it was a dry run, and would be migrated; `refused`: it is unchanged, see `refusals`; `unchanged`:
   * it runs this definition already.
   */
  readonly outcome: 'migrated' | 'possible' | 'refused' | 'unchanged';
  /** What waits anew at a node of the other definition; everything else was kept. */
  readonly moved: readonly MovedWait[];
  /** Every reason why it cannot be migrated. */
  readonly refusals: readonly MigrationRefusal[];
}

/** The result of `instances.migrate`. */
export interface Migrated {
  /** In the order of the instances. */
  readonly instances: readonly InstanceMigration[];
  /** With `from`: the instance to continue `after`, if there may be more; otherwise null. */
  readonly next: string | null;
}
