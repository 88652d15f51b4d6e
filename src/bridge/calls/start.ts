import { randomUUID } from 'node:crypto';
import { InputError, StepError } from '../../errors.ts';
import type { NameOf } from '../../host/person-names.ts';
import type { DefinitionRow, InstanceRow } from '../../store/store.ts';
import type { BridgeContext } from '../context/context.ts';
import type { InstanceSteps } from '../steps/instance-steps.ts';
import { STORED_NO_PATH } from '../steps/stored-instance.ts';
import { createOutboxBound } from './outbox-bound.ts';
import { readStartOptions, type StartOptions } from './start-options.ts';

type ReadStart = ReturnType<typeof readStartOptions>;

/** The cause of a start by an event. */
export interface StartCause {
  /** Default: the plain (none) start event. */
  readonly startNodeId?: string;
  /** Default: the latest definition. */
  readonly definitionId?: string;
  /** The instance that threw the message or signal. */
  readonly thrownBy?: string;
  /** The job of the start; the commit that stores the instance closes it. */
  readonly closes?: string;
}

/** Instances that start each other by messages and signals; more can only be a loop that nothing ends. */
const MAX_CHAIN = 100;
/** An instance that starts another later than this after its own start begins a new chain. */
const CHAIN_MS = 60_000;

export interface Starts {
  /**
   * Starts an instance of the latest definition, or of the given one. When it resolves, the instance, its first tasks and their report are
   * stored; if it rejects, nothing is stored. With a `startKey`, repeated or concurrent calls create only one instance.
   */
  start(processId: string, options?: StartOptions): Promise<{ instanceId: string }>;
  /** Like `start`, for an event. @returns undefined if the job of the start was already done */
  startBy(cause: StartCause, processId: string, options: StartOptions): Promise<{ instanceId: string } | undefined>;
}

export function createStarts(
  context: BridgeContext,
  { steps, nameOf }: { readonly steps: Pick<InstanceSteps, 'start'>; readonly nameOf: NameOf },
): Starts {
  const { store, clock, config } = context;
  /** The default initiator. */
  const { systemHandler } = config.defaults;
  const refuseWhenFull = createOutboxBound(context);

  async function startBy(
    cause: StartCause,
    processId: string,
    options: StartOptions,
  ): Promise<{ instanceId: string } | undefined> {
    const { startNodeId, definitionId, thrownBy, closes } = cause;
    const parsed = readStartOptions(options, processId);
    const { startKey, previousTaskId, variables } = parsed;
    const earlier = await findStarted(startKey, processId);
    if (earlier) return earlier;
    await refuseWhenFull();

    const version = parsed.definitionId ?? definitionId;
    const definition = await findDefinition(processId, version);
    const account = initiatorOf(processId, parsed.initiator);
    const shown = parsed.initiatorName ?? (await nameOf(account)) ?? undefined;
    const chain = thrownBy === undefined ? 0 : await chainAfter(thrownBy, processId);
    const named = shown === undefined ? {} : { initiatorName: shown };
    const instance = newInstance(definition, account, { ...parsed, ...named, chain });
    const previousHandler = await previousHandlerOf(parsed);
    const { instanceId, initiator, initiatorName, businessKey } = instance;
    const trigger = {
      kind: 'start',
      instance: {
        ...{ instanceId, initiator, initiatorName, businessKey },
        previousTaskId: previousTaskId ?? null,
        previousHandler,
        ...(previousHandler !== undefined && { previousHandlerName: (await nameOf(previousHandler)) ?? null }),
      },
      variables: variables ?? {},
      ...(startNodeId !== undefined && { startNodeId }),
    } as const;
    const extras = closes === undefined ? {} : { jobsClosed: [{ jobId: closes, state: 'done' as const }] };
    if (await steps.start(instance, trigger, extras)) return { instanceId };
    const other = await findStarted(startKey, processId);
    const current = await store.getDefinition(definition.definitionId);
    if (other !== undefined || (current !== undefined && isStartable(current, processId))) return other;
    // It was undeployed in the meantime. Starts that name no definition use the one that is the latest now.
    return startBy(cause, processId, options);
  }

  /** @throws {StepError} `ERR_CALL_TOO_DEEP` */
  async function chainAfter(instanceId: string, processId: string): Promise<number> {
    const sender = await store.getInstance(instanceId);
    // Where something waits in between, processes may start each other for years.
    if (sender === undefined || clock() - sender.startedAt > CHAIN_MS) return 0;
    if (sender.chain < MAX_CHAIN) return sender.chain + 1;
    throw new StepError(
      'ERR_CALL_TOO_DEEP',
      `Processes started each other ${MAX_CHAIN} times in a row, each within a minute; ${processId} was not started again.`,
      { details: { instanceId, processId } },
    );
  }

  async function findStarted(
    startKey: string | undefined,
    processId: string,
  ): Promise<{ instanceId: string } | undefined> {
    const started = startKey === undefined ? undefined : await store.findInstanceByStartKey(startKey);
    if (started === undefined || started.processId === processId) return started && { instanceId: started.instanceId };
    throw new InputError(
      'ERR_START_KEY_TAKEN',
      `The startKey ${startKey} belongs to an instance of ${started.processId}: use separate keys for each process.`,
      { details: { startKey, processId: started.processId, instanceId: started.instanceId } },
    );
  }

  /**
   * The handler of the task that the instance follows: from the options, else from the row of our own task.
   * @throws {InputError} `ERR_INPUT_INVALID`: the task is our own and still open. The report would remove it from people's
   * lists, and its own instance would wait for it forever
   */
  async function previousHandlerOf({ previousTaskId, previousHandler }: ReadStart): Promise<string | undefined> {
    if (previousTaskId === undefined) return undefined;
    const task = await store.getTask(previousTaskId);
    if (task?.closedAt === null) {
      throw new InputError(
        'ERR_INPUT_INVALID',
        `Task ${previousTaskId} is still open in instance ${task.instanceId}: press it before another instance follows it, ` +
          'or start without previousTaskId.',
        { details: { previousTaskId, instanceId: task.instanceId } },
      );
    }
    return previousHandler ?? task?.handler ?? undefined;
  }

  async function findDefinition(processId: string, definitionId: string | undefined): Promise<DefinitionRow> {
    if (definitionId === undefined) {
      const latest = await store.latestDefinition(processId);
      if (latest) return latest;
      throw new InputError('ERR_PROCESS_UNKNOWN', `No process ${processId} is deployed: deploy its file first.`);
    }
    const definition = await store.getDefinition(definitionId);
    if (definition !== undefined && isStartable(definition, processId)) return definition;
    throw new InputError(
      'ERR_PROCESS_UNKNOWN',
      `No definition ${definitionId} of ${processId} is deployed: definitions.list has those that are.`,
      { details: { processId, definitionId } },
    );
  }

  function initiatorOf(processId: string, given: string | undefined): string {
    const initiator = given ?? systemHandler;
    if (initiator !== undefined) return initiator;
    throw new InputError(
      'ERR_INPUT_INVALID',
      `${processId} was started without an initiator: pass initiator, or set defaults.systemHandler.`,
    );
  }

  function newInstance(
    { definitionId, processId }: DefinitionRow,
    initiator: string,
    { initiatorName, businessKey, startKey, chain }: ReadStart & { readonly chain: number },
  ): InstanceRow {
    return {
      instanceId: randomUUID(),
      definitionId,
      processId,
      status: 'running',
      initiator,
      initiatorName: initiatorName ?? null,
      businessKey: businessKey ?? null,
      startKey: startKey ?? null,
      ...{ currentNodes: [], title: null, summary: [], refusedTaskId: null },
      snapshot: null,
      path: STORED_NO_PATH,
      chain,
      revision: 0,
      wakeAt: null,
      startedAt: clock(),
      endedAt: null,
    };
  }

  return {
    startBy,
    async start(processId, options = {}) {
      const started = await startBy({}, processId, options);
      if (started) return started;
      throw new InputError('ERR_INPUT_INVALID', `The id of the new instance of ${processId} is taken: start again.`);
    },
  };
}

/** Whether it was deployed as a definition of this process, and not undeployed since. */
function isStartable({ processId, undeployedAt, extendsId }: DefinitionRow, ofProcess: string): boolean {
  return processId === ofProcess && undeployedAt === undefined && extendsId === undefined;
}
