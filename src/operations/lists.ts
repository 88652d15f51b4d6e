/**
 * The lists of a bridge and the fields by which each is narrowed: the filters of its methods, the flags of the command line,
 * the queries and the filters of the operators' page.
 */
import { TASK_STATES } from '../protocol/constants.ts';
import type {
  HistoryFilter,
  IncidentFilter,
  InstanceFilter,
  JobFilter,
  MessageFilter,
  OutboxFilter,
  TaskFilter,
} from '../store/store.ts';
import { type FieldsOf, fieldOf } from './field.ts';

const instanceId = fieldOf('text', 'instance <id>', 'Only those of this instance.');
const processId = fieldOf('text', 'process <id>', 'Only those of this process.');
const state = fieldOf('text', 'state <state>', 'Only those in this state.');
const reason = fieldOf(
  'words',
  'answer <text>',
  'Only those with this in their reason, which has what the center answered, character by character.',
);
const open = fieldOf('yes', 'open', 'Only those that are open; false: only the others.');
const from = (verb: string) => fieldOf('time', 'from <time>', `Only those ${verb} at this time or later.`);
const before = (verb: string) => fieldOf('time', 'before <time>', `Only those ${verb} before this time.`);

const instances = {
  processId,
  definitionId: fieldOf('text', 'definition <id>', 'Only those of this version of a process.'),
  status: {
    ...fieldOf('text', 'status <status>', 'Only those with this status.'),
    oneOf: ['running', 'suspended', 'ended', 'terminated', 'revoked'],
  },
  open: { ...open, text: 'Only those that have not ended; false: only ended ones.' },
  problem: fieldOf('mark', 'problem', 'Only those with an open incident or a parked report.'),
  initiator: fieldOf('text', 'initiator <account>', 'Only those that belong to this person.'),
  handler: fieldOf('text', 'handler <account>', 'Only those with an open task of this person.'),
  group: fieldOf('text', 'group <group>', 'Only those with an open task of this group.'),
  nodeId: fieldOf('text', 'node <id>', 'Only those with a token at this node.'),
  businessKey: fieldOf('text', 'business-key <key>', 'Only those with this business key.'),
  text: fieldOf('words', 'text <text>', 'Only those with this in their title or summary, in any case.'),
  startedFrom: from('started'),
  startedBefore: before('started'),
} as const satisfies FieldsOf<InstanceFilter>;

const tasks = {
  instanceId,
  processId,
  nodeId: fieldOf('text', 'node <id>', 'Only those of this node.'),
  state: { ...state, oneOf: TASK_STATES },
  open: { ...open, text: 'Only those that are not closed; false: only closed ones.' },
  system: fieldOf('yes', 'system', 'Only system tasks; false, the default of a list: only those that people handle.'),
  initiator: fieldOf('text', 'initiator <account>', 'Only those of instances that belong to this person.'),
  handler: fieldOf('text', 'handler <account>', 'Only those that name this person as handler.'),
  group: fieldOf('text', 'group <group>', 'Only those of this group.'),
  text: fieldOf('words', 'text <text>', 'Only those with this in their name or summary, in any case.'),
  createdFrom: from('created'),
  createdBefore: before('created'),
} as const satisfies FieldsOf<TaskFilter>;

const delivery = { instanceId, processId, reason, createdFrom: from('stored'), createdBefore: before('stored') };

const outbox = {
  state: { ...state, oneOf: ['pending', 'parked', 'unconfirmed', 'acknowledged', 'skipped', 'delivered'] },
  ...delivery,
} as const satisfies FieldsOf<OutboxFilter>;

const messages = {
  state: { ...state, oneOf: ['pending', 'parked', 'partial', 'skipped', 'sent'] },
  ...delivery,
} as const satisfies FieldsOf<MessageFilter>;

const jobs = {
  state: { ...state, oneOf: ['queued', 'failed', 'done', 'cancelled'] },
  instanceId,
  service: fieldOf('text', 'service <name>', 'Only those that call this service, or send this message or signal.'),
} as const satisfies FieldsOf<JobFilter>;

const incidents = {
  code: fieldOf('text', 'code <code>', 'Only those with this error code.'),
  instanceId,
  processId,
  open: { ...open, text: 'Only those that are open; false: only resolved ones.' },
} as const satisfies FieldsOf<IncidentFilter>;

const history = {
  instanceId: {
    ...instanceId,
    text: 'Only those of this instance; null: those that belong to none.',
    isNullable: true,
  },
  type: fieldOf('text', 'type <type>', 'Only those of this type, such as `store.migrated`.'),
  by: fieldOf('words', 'by <name>', 'Only what this person or program did.'),
  from: { ...from(''), text: 'Only those of this time or later.' },
  before: { ...before(''), text: 'Only those before this time.' },
} as const satisfies FieldsOf<HistoryFilter>;

/** The fields of each list. */
export const LISTS = {
  instances,
  tasks,
  definitions: { processId },
  outbox,
  messages,
  jobs,
  incidents,
  history,
} as const;

export type ListName = keyof typeof LISTS;

/** Where the page stops counting the rows of a list, which it asks for every few seconds. */
export const MOST_COUNTED = 1_000;

/** What names a row of each list. */
export const ID_FIELDS = {
  ...{ instances: 'instanceId', tasks: 'taskId', definitions: 'definitionId', outbox: 'seq', messages: 'sendId' },
  ...{ jobs: 'jobId', incidents: 'incidentId', history: 'seq' },
} as const satisfies Readonly<Record<ListName, string>>;
