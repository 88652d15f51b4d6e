/** Lists that are continued after a row, which callers name by its id. */
import { type ErrorCode, InputError } from '../../errors.ts';
import type {
  DefinitionSummary,
  IncidentFilter,
  IncidentRow,
  InstanceFilter,
  InstanceRow,
  MessageFilter,
  MessageRow,
  Page,
  Store,
  TaskFilter,
  TaskRow,
} from '../../store/store.ts';

/** Part of a list. */
export interface ContinuedPage extends Page {
  /** The id of a row: only those after it, which costs the same at any place of a long list. Default: from the first one. */
  readonly after?: string;
}

/** @throws {InputError} `ERR_PROCESS_UNKNOWN`: the definition of `after` is not stored, or no longer */
export async function listDefinitions(
  store: Pick<Store, 'getDefinition' | 'listDefinitions'>,
  { after: id, ...filter }: { readonly processId?: string } & ContinuedPage,
): Promise<DefinitionSummary[]> {
  if (id === undefined) return store.listDefinitions(filter);
  const after = (await store.getDefinition(id)) ?? refuse('ERR_PROCESS_UNKNOWN', 'definition', id);
  return store.listDefinitions({ ...filter, after });
}

/** @throws {InputError} `ERR_INSTANCE_UNKNOWN`: the instance of `after` is not stored, or no longer */
export async function listInstances(
  store: Pick<Store, 'getInstance' | 'listInstances'>,
  { after: id, ...filter }: InstanceFilter & ContinuedPage,
): Promise<InstanceRow[]> {
  if (id === undefined) return store.listInstances(filter);
  const after = (await store.getInstance(id)) ?? refuse('ERR_INSTANCE_UNKNOWN', 'instance', id);
  return store.listInstances({ ...filter, after });
}

/** @throws {InputError} `ERR_INPUT_INVALID`: the task of `after` is not stored, or no longer */
export async function listTasks(
  store: Pick<Store, 'getTask' | 'listTasks'>,
  { after: id, ...filter }: TaskFilter & ContinuedPage,
): Promise<TaskRow[]> {
  if (id === undefined) return store.listTasks(filter);
  const after = (await store.getTask(id)) ?? refuse('ERR_INPUT_INVALID', 'task', id);
  return store.listTasks({ ...filter, after });
}

/** @throws {InputError} `ERR_MESSAGE_UNKNOWN`: the message of `after` is not stored, or no longer */
export async function listMessages(
  store: Pick<Store, 'getMessage' | 'listMessages'>,
  filter: MessageFilter & ContinuedPage,
): Promise<MessageRow[]> {
  const { after } = filter;
  if (after !== undefined && !(await store.getMessage(after))) refuse('ERR_MESSAGE_UNKNOWN', 'message', after);
  return store.listMessages(filter);
}

/** @throws {InputError} `ERR_INCIDENT_UNKNOWN`: the incident of `after` is not stored, or no longer */
export async function listIncidents(
  store: Pick<Store, 'getIncident' | 'listIncidents'>,
  { after: id, ...filter }: IncidentFilter & ContinuedPage,
): Promise<IncidentRow[]> {
  if (id === undefined) return store.listIncidents(filter);
  const after = (await store.getIncident(id)) ?? refuse('ERR_INCIDENT_UNKNOWN', 'incident', id);
  return store.listIncidents({ ...filter, after });
}

function refuse(code: ErrorCode, what: string, id: string): never {
  throw new InputError(code, `There is no ${what} ${id} to continue after: begin the list again.`, {
    details: { [`${what}Id`]: id },
  });
}
