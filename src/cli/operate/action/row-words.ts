import type { ListName } from '../../../operations/lists.ts';

/** What a row of each list is called. */
export const WORD_OF = {
  ...{ instances: 'instance', tasks: 'task', definitions: 'definition', outbox: 'report', messages: 'message' },
  ...{ jobs: 'job', incidents: 'incident', history: 'entry' },
} as const satisfies Readonly<Record<ListName, string>>;

/** What names it, as in the help. */
export const ID_OF = {
  ...{ instances: '<instanceId>', tasks: '<taskId>', definitions: '<definitionId>', outbox: '<seq>' },
  ...{ messages: '<sendId>', jobs: '<jobId>', incidents: '<incidentId>', history: '<seq>' },
} as const satisfies Readonly<Record<ListName, string>>;
