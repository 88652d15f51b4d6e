import { ERROR_CODES, type ErrorCode, InputError } from '../../errors.ts';
import { LISTS } from '../../operations/lists.ts';
import type { IncidentRow } from '../../store/store.ts';
import type { Action, Call } from './action/action.ts';
import { listAction } from './action/list-action.ts';
import { createOperateCommand } from './action/operate-command.ts';
import { operationAction } from './action/operation-action.ts';
import { facts, plural, timeOf, wrap } from './print/layout.ts';

const { open: _open, ...fields } = LISTS.incidents;

const list = listAction('incidents', {
  summary: 'open incidents, oldest first, with what the code of the service threw',
  fields,
  flags: [{ name: 'all', text: 'also resolved ones' }],
  filter: (call) => (call.has('all') ? {} : { open: true }),
});

const show: Action = {
  name: 'show',
  args: ['<incidentId>'],
  summary: 'one incident with its whole cause, and what to do about it',
  flags: [],
  access: 'read',
  async run(call) {
    const incident = await find(call, call.args[0] ?? '');
    const { remedy } = ERROR_CODES[incident.code as ErrorCode] ?? { remedy: null };
    const [text, command] = NEXT[incident.resolvedAt === null ? incident.kind : 'resolved'](incident);
    call.print({ ...incident, remedy }, [
      ...facts([
        ['incident', incident.incidentId],
        ['code', incident.code],
        ['instance', incident.instanceId],
        [incident.kind === 'start' ? 'start event' : incident.kind, incident.subject],
        [
          'failed',
          `${plural(incident.count, 'time')}, first ${timeOf(incident.at)}, last ${timeOf(incident.latestAt)}`,
        ],
        ['state', incident.resolvedAt === null ? 'open' : `resolved ${timeOf(incident.resolvedAt)}`],
      ]),
      '',
      ...wrap(incident.reason),
      ...(incident.cause === null
        ? []
        : ['', 'What the code of the service threw:', ...incident.cause.split('\n').map((line) => `  ${line}`)]),
      '',
      'What to do:',
      ...(remedy === null ? [] : wrap(remedy)),
      ...wrap(text),
      ...(command === null ? [] : [`    bpmn-transaction-bridge ${command}`]),
    ]);
    return undefined;
  },
};

/** What to do next, and the command for it. */
type Next = readonly [text: string, command: string | null];

const RETRY = ({ incidentId }: IncidentRow): Next => ['When the cause is fixed:', `incidents retry ${incidentId}`];

const RETRY_STEP = (incident: IncidentRow): Next =>
  incident.code === 'ERR_STEP_TOO_LONG'
    ? [
        `When the variable or the diagram is corrected, this tries it again. If it cannot be: instances terminate ${incident.instanceId} --reason "…" --yes, with --force if that does not end it.`,
        `incidents retry ${incident.incidentId}`,
      ]
    : RETRY(incident);

/** By what failed. */
const NEXT: Readonly<Record<IncidentRow['kind'] | 'resolved', (incident: IncidentRow) => Next>> = {
  job: RETRY,
  wake: RETRY_STEP,
  start: RETRY,
  press: ({ incidentId }) => [
    'When the cause is fixed, the person presses the button again; nothing was changed. If nobody will:',
    `incidents resolve ${incidentId} --reason "…"`,
  ],
  deadlock: ({ instanceId }) => [
    'Nothing can move this instance any more: end it. Its transaction may stay open in the center, and its report unconfirmed: people conclude it there, then outbox acknowledge.',
    `instances terminate ${instanceId} --reason "deadlock" --yes`,
  ],
  restore: ({ incidentId }) => ['When it is settled with the center, this closes it:', `incidents retry ${incidentId}`],
  resolved: () => ['Nothing: it is resolved.', null],
};

/** Operations on incidents and failed jobs. */
export const incidents = createOperateCommand({
  name: 'incidents',
  about: `Incidents are what failed and needs somebody: a service after its last attempt, a timer, a message without a
receiver, the step of a press. Nothing was changed by what failed. Fix the cause, then retry; a running service takes
what is due within about a second, else the next one that starts.`,
  actions: [
    list,
    show,
    operationAction('incidents.retry', {
      note: 'It stays open until an attempt succeeds; one in doubt after a restore is closed.',
    }),
    operationAction('incidents.resolve'),
  ],
});

async function find({ store }: Call, incidentId: string): Promise<IncidentRow> {
  const incident = await store.getIncident(incidentId);
  if (incident !== undefined) return incident;
  const details = { incidentId };
  throw new InputError('ERR_INCIDENT_UNKNOWN', `There is no incident ${incidentId}: incidents list has their ids.`, {
    details,
  });
}
