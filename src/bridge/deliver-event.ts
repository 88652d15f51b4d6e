import { z } from 'zod';
import { InputError } from '../errors.ts';
import type { CompiledDefinition } from '../plugin/definition.ts';
import type { Store } from '../store/port.ts';
import type { InstanceSteps } from './instance-steps.ts';
import type { Start } from './start.ts';

const text = z.string().min(1);
const payload = z.record(z.string(), z.json()).optional();

const SignalOptionsSchema = z.strictObject({
  /** Of the signal, as in the drawing. */
  name: text,
  /** Plain JSON; set as variables when something waited. */
  payload,
});
export type SignalOptions = z.input<typeof SignalOptionsSchema>;

const MessageOptionsSchema = z
  .strictObject({
    /** Of the message, as in the drawing. */
    name: text,
    /** The instance it is for. */
    instanceId: text.optional(),
    /**
     * Or the matter: the oldest running instance of it that waits for the message takes it; when none does, a process
     * that the message starts is started for it.
     */
    businessKey: text.optional(),
    /** Who starts that process. Default: `defaults.systemHandler`. */
    initiator: text.optional(),
    /** Plain JSON; set as variables when something waited. */
    payload,
  })
  .refine(({ instanceId, businessKey }) => (instanceId === undefined) !== (businessKey === undefined), {
    path: ['instanceId'],
    error: 'give either instanceId or businessKey',
  });
export type MessageOptions = z.input<typeof MessageOptionsSchema>;

/** Whether something waited for it; what nothing waited for has changed nothing and is not kept. */
export interface EventOutcome {
  readonly matched: boolean;
  readonly instanceId: string | null;
}

export interface EventDelivery {
  signal(instanceId: string, options: SignalOptions): Promise<EventOutcome>;
  message(options: MessageOptions): Promise<EventOutcome>;
}

export function createEventDelivery(
  store: Store,
  steps: InstanceSteps,
  start: Start,
  loadDefinition: (definitionId: string) => Promise<CompiledDefinition>,
): EventDelivery {
  /** The process whose start event waits for a message of that name. */
  async function findStart(name: string): Promise<{ processId: string; startNodeId: string } | undefined> {
    for (const { definitionId, processId } of await store.listLatestDefinitions()) {
      const { events } = (await loadDefinition(definitionId)).model;
      for (const { nodeId, role, trigger } of events.values()) {
        if (role.kind !== 'process-start' || trigger.kind !== 'message') continue;
        if (String(trigger.name.evaluate({})) === name) return { processId, startNodeId: nodeId };
      }
    }
    return undefined;
  }

  async function deliver(
    instanceId: string,
    trigger: { kind: 'message' | 'signal'; name: string; payload?: Readonly<Record<string, unknown>> },
  ): Promise<EventOutcome> {
    const outcome = await steps.apply(instanceId, async ({ status }) =>
      status === 'running' ? { trigger } : { refuse: 'ended' },
    );
    const matched = 'applied' in outcome;
    return { matched, instanceId: matched ? instanceId : null };
  }

  return {
    async signal(instanceId, options) {
      const { name, payload } = readOptions(SignalOptionsSchema, `signal(${instanceId})`, options);
      return deliver(instanceId, { kind: 'signal', name, ...(payload && { payload }) });
    },
    async message(options) {
      const { name, instanceId, businessKey, initiator, payload } = readOptions(
        MessageOptionsSchema,
        'message()',
        options,
      );
      const trigger = { kind: 'message', name, ...(payload && { payload }) } as const;
      const candidates =
        instanceId === undefined
          ? (await store.listInstances({ businessKey: businessKey ?? '', status: 'running' })).map(
              (row) => row.instanceId,
            )
          : [instanceId];
      for (const candidate of candidates) {
        const outcome = await deliver(candidate, trigger);
        if (outcome.matched) return outcome;
      }
      const started = businessKey === undefined ? undefined : await findStart(name);
      if (!started || businessKey === undefined) return { matched: false, instanceId: null };
      const startOptions = { businessKey, ...(initiator && { initiator }), ...(payload && { variables: payload }) };
      const { instanceId: startedId } = await start(started.processId, startOptions, started.startNodeId);
      return { matched: true, instanceId: startedId };
    },
  };
}

function readOptions<Schema extends z.ZodType>(schema: Schema, call: string, options: unknown): z.output<Schema> {
  const parsed = schema.safeParse(options);
  if (parsed.success) return parsed.data;
  throw new InputError('ERR_INPUT_INVALID', `${call} was given\n${z.prettifyError(parsed.error)}`);
}
