import { listIncidents } from '../../bridge/answers/continued-lists.ts';
import { isRetriable } from '../../bridge/bulk/bulk-operations.ts';
import { ERROR_CODES, type ErrorCode, InputError } from '../../errors.ts';
import type { IncidentFilter, IncidentRow } from '../../store/port.ts';
import { EXIT_CODES, UsageError } from '../command.ts';
import type { Action, Call } from './action/action.ts';
import { refuseWithoutYes } from './action/confirm.ts';
import { BY, type Flag, INSTANCE, PROCESS, REASON, YES } from './action/flags.ts';
import { createOperateCommand } from './action/operate-command.ts';
import { bulkOf, incidentsOf } from './action/operations-of.ts';
import { filterFrom, pageFlags, printList } from './action/page.ts';
import { facts, firstLineOf, fit, indent, plural, timeOf, wrap } from './print/layout.ts';

const CODE: Flag = { name: 'code', value: '<code>', text: 'only those with this error code' };

const list: Action = {
  name: 'list',
  args: [],
  summary: 'open incidents, oldest first, with what the code of the service threw',
  flags: [CODE, INSTANCE, PROCESS, { name: 'all', text: 'also resolved ones' }, ...pageFlags('<incidentId>')],
  access: 'read',
  async run(call) {
    const filter = { ...(call.has('all') ? {} : { open: true }), ...choiceOf(call) };
    return printList(call, {
      list: (page) => listIncidents(call.store, { ...filter, ...page }),
      count: () => call.store.countIncidents(filter),
      none: call.has('all') ? 'There are no incidents.' : 'No incident is open.',
      lines: (shown) => shown.flatMap(describeShort),
      idOf: ({ incidentId }) => incidentId,
    });
  },
};

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

const retry: Action = {
  name: 'retry',
  args: ['[<incidentId>]'],
  summary: 'makes what failed due at once: one incident, or all open ones that the options name',
  flags: [{ name: 'all', text: 'all that can be retried' }, CODE, INSTANCE, PROCESS, YES, BY],
  access: 'operate',
  async run(call) {
    const [incidentId] = call.args;
    const choice = choiceOf(call);
    const isBulk = call.has('all') || Object.keys(choice).length > 0;
    if (isBulk === (incidentId !== undefined)) {
      throw new UsageError('Name one incident, or choose several with --all, --code, --instance or --process.');
    }
    if (incidentId === undefined) return retrySeveral(call, choice);
    const retried = await retryOne(call, incidentId);
    call.print(retried, [
      retried.kind === 'restore'
        ? `Incident ${incidentId} is closed.`
        : `Incident ${incidentId} is due again; it stays open until an attempt succeeds.`,
    ]);
    return undefined;
  },
};

const resolve: Action = {
  name: 'resolve',
  args: ['<incidentId>'],
  summary: 'closes the incident of a press that nobody will repeat, or of a task that only the center has',
  flags: [{ ...REASON, text: 'what was done instead, for the record; required' }, BY],
  access: 'operate',
  async run(call) {
    const [incidentId = ''] = call.args;
    const resolved = await incidentsOf(call).resolve(incidentId, { reason: call.needed('reason'), by: call.by });
    call.print(resolved, [`Incident ${incidentId} is resolved.`]);
    return undefined;
  },
};

/** Operations on incidents and failed jobs. */
export const incidents = createOperateCommand({
  name: 'incidents',
  about: `Incidents are what failed and needs somebody: a service after its last attempt, a timer, a message without a
receiver, the step of a press. Nothing was changed by what failed. Fix the cause, then retry; a running service takes
what is due within about a second.`,
  actions: [list, show, retry, resolve],
});

type Choice = Pick<IncidentFilter, 'code' | 'instanceId' | 'processId'>;

function choiceOf(call: Call): Choice {
  return filterFrom(call, { code: 'code', instanceId: 'instance', processId: 'process' });
}

async function retrySeveral(call: Call, choice: Choice): Promise<number | undefined> {
  const found = await call.store.listIncidents({ ...choice, open: true, limit: Number.MAX_SAFE_INTEGER });
  const retriable = found.filter(isRetriable(choice));
  const others = found.length - retriable.length;
  const what = `${plural(retriable.length, 'open incident')} can be retried${others === 0 ? '' : `, ${others} cannot: a person must press again, or the instance must be ended, or it is in doubt after a restore`}.`;
  if (retriable.length === 0) {
    call.print({ isDone: true, count: 0, failed: [] }, [what]);
    return undefined;
  }
  const refused = refuseWithoutYes(call, what, retriable.length);
  if (refused !== undefined) return refused;
  const outcome = await bulkOf(call).retryIncidents(choice, { by: call.by });
  const { count, failed } = outcome;
  call.print({ ...outcome, failed: failed.map(({ reason }) => reason) }, [
    `${plural(count, 'incident')} retried.`,
    ...failed.map(({ reason }) => fit(reason)),
  ]);
  return failed.length === 0 ? undefined : EXIT_CODES.failed;
}

function retryOne(call: Call, incidentId: string): Promise<IncidentRow> {
  return incidentsOf(call).retry(incidentId, { by: call.by });
}

async function find({ store }: Call, incidentId: string): Promise<IncidentRow> {
  const incident = await store.getIncident(incidentId);
  if (incident !== undefined) return incident;
  const details = { incidentId };
  throw new InputError('ERR_INCIDENT_UNKNOWN', `There is no incident ${incidentId}: incidents list has their ids.`, {
    details,
  });
}

function describeShort({
  incidentId,
  code,
  kind,
  count,
  latestAt,
  instanceId,
  subject,
  reason,
  cause,
  resolvedAt,
}: IncidentRow): string[] {
  const over = resolvedAt === null ? '' : ', resolved';
  return [
    fit(`${incidentId}  ${code}  ${plural(count, 'time')}, last ${timeOf(latestAt)}${over}`),
    indent(
      `${kind} ${subject}${instanceId === null || subject.startsWith(instanceId) ? '' : ` of instance ${instanceId}`}`,
    ),
    indent(reason),
    ...(cause === null ? [] : [indent(`threw ${firstLineOf(cause)}`)]),
  ];
}
