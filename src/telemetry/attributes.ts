/**
 * Every attribute of a span or a metric. Values are ids, names out of diagrams, counts and codes; never a variable, a token, a
 * person, a business key or a payload.
 */
export const ATTRIBUTES = {
  'bpmn_bridge.process.id': 'Id of the process.',
  'bpmn_bridge.definition.id': 'Version of the process: the hash of its file.',
  'bpmn_bridge.instance.id': 'Id of the instance.',
  'bpmn_bridge.instance.status': '`running` or `suspended`.',
  'bpmn_bridge.node.id': 'Id of the node in the diagram.',
  'bpmn_bridge.task.id': 'Id of the task, here and in the center.',
  'bpmn_bridge.action.key': 'Key of the button.',
  'bpmn_bridge.press.verdict':
    '`applied`, `duplicate`, `stale`, `unknown`, `forbidden`, `suspended`, `invalid` or `failed`; `error` where the call was rejected and may be repeated.',
  'bpmn_bridge.callback.kind': '`button`, `task-status`, `diagram`, or `unknown` where the address is none of these.',
  'bpmn_bridge.trigger': 'What caused the step: `start`, `press`, `wake` (a timer), `job`, `message`, `signal` …',
  'bpmn_bridge.step.outcome':
    '`committed`; `lost`, where another step of the instance was faster and this one is computed again; `unmatched`, where nothing waited for the event; `failed`.',
  'bpmn_bridge.commit.reports': 'Reports that the step has queued.',
  'bpmn_bridge.commit.jobs': 'Jobs that the step has queued.',
  'bpmn_bridge.commit.messages': 'Messages to people that the step has queued.',
  'bpmn_bridge.delivery.kind': '`report` or `message`.',
  'bpmn_bridge.delivery.outcome':
    'What became of one attempt. Reports: `delivered`, `pending` (again later), `parked`, `unconfirmed`. Messages: `sent`, `partial`, `pending`, `parked`.',
  'bpmn_bridge.delivery.state': '`pending`, `parked` or, of reports only, `unconfirmed`.',
  'bpmn_bridge.delivery.items': 'Reports in the call.',
  'bpmn_bridge.delivery.settled': 'Those that need no further attempt.',
  'bpmn_bridge.report.seq': 'The `seq` of the report in `bridge.outbox.list`.',
  'bpmn_bridge.message.send_id': 'The `sendId` of the message.',
  'bpmn_bridge.job.id': 'Id of the job.',
  'bpmn_bridge.job.kind': '`service`, `script`, `call`, `message`, `signal` or `request`.',
  'bpmn_bridge.job.name':
    'Name of the service, message, signal, called process or requested operation, or language of the script.',
  'bpmn_bridge.job.outcome':
    '`done`; `retried`, to be called again; `failed`, which opens an incident; `deferred`, because the instance is suspended; `dropped`, because the instance went on without it; `lost`, because another bridge was faster; `left`, because the bridge closes.',
  'bpmn_bridge.attempt': 'Number of the attempt, from 1.',
  'bpmn_bridge.timer.kind': '`instance`: a timer in a running instance; `start`: a timer that starts instances.',
  'bpmn_bridge.incident.kind':
    'What failed: `start`, `press`, `job` or `wake` (a timer); `deadlock`; or `restore`, a task that the database lacks since it was restored.',
  'bpmn_bridge.work.kind': '`job`, `wake-up` (a timer of an instance) or `timer-start`.',
  'bpmn_bridge.lease.kind': '`job`, `report`, `message` or `timer-start`.',
  'db.client.connection.pool.name': '`bpmn_bridge.work`, `bpmn_bridge.lists` or `bpmn_bridge.health`.',
  'db.client.connection.state': '`used` or `idle`.',
  'error.type':
    'The error code of the library, `no_answer` or `refused` of a call to the center, else the name of the error.',
  'http.request.method': 'Method of the call.',
  'http.response.status_code': 'HTTP status of the answer.',
} as const;

export type AttributeName = keyof typeof ATTRIBUTES;

/** The attributes that an entry of a table lists; those that are undefined are left out. */
export type AttributesOf<Entry extends { readonly attributes: readonly AttributeName[] }> = {
  readonly [Name in Entry['attributes'][number]]?: string | number | undefined;
};
