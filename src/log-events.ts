interface LogEventEntry {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  /** The message of the line. */
  readonly message: string;
  /** When it is written, what to do, and the ids among its fields. */
  readonly meaning: string;
}

/**
 * Every line that the library writes to the log of its host, by the stable name in its field `event`. Fields are ids,
 * counts, codes and the cause of an error; never a variable, a token, a key or what the center sent.
 */
export const LOG_EVENTS = {
  'incident.raised': {
    level: 'error',
    message: 'something needs an operator; a step or a service that failed has changed nothing',
    meaning:
      'An incident was opened: `incidentId`, `instanceId`, `kind`, `subject`, `code`, `reason`, and the `cause` that functions of the host threw. Act as its `code` says in docs/troubleshooting.md, then `bridge.incidents.retry`. Repeated failures only count in the incident.',
  },
  'service.failed': {
    level: 'warn',
    message: 'a job failed and will be tried again',
    meaning:
      'An attempt to call a service, or a job of the bridge, failed: `jobId`, `instanceId`, `nodeId`, `name`, `attempt`, `nextAt`, `reason`, `cause`. After the last attempt, `incident.raised` follows.',
  },
  'report.failing': {
    level: 'warn',
    message: 'the center fails on one report again, and answers others; it delays its own instance alone',
    meaning:
      'Written once for it by each bridge: `instanceId`, `seq`, `reason`. It is tried again without limit: tell those who run the center, then `bridge.outbox.now`; or `skip` it.',
  },
  'report.parked': {
    level: 'error',
    message: 'the center refused a report finally; later reports of the instance wait',
    meaning: '`instanceId`, `seq`, `status`, `previousTaskId`, `reason`. `bridge.outbox.retry` or `skip`.',
  },
  'report.unconfirmed': {
    level: 'warn',
    message: 'it is not known whether the center accepted a report; later reports go on',
    meaning:
      '`instanceId`, `seq`, `status`, `previousTaskId`, `reason`. Check the task in the center. If the report creates tasks, `report.confirmed` may follow.',
  },
  'report.confirmed': {
    level: 'warn',
    message: 'the center has accepted a report of which this was not known',
    meaning:
      'It was `report.unconfirmed`, and the center has called a button of each task that was in doubt, or asked for its state: `instanceId`, `seq`, `reason`. Nothing is left to check.',
  },
  'message.parked': {
    level: 'error',
    message: 'the center refused a message finally',
    meaning: '`sendId`, `messageTypeCode`, `instanceId`, `nodeId`, `reason`. `bridge.messages.retry` or `skip`.',
  },
  'message.partial': {
    level: 'warn',
    message: 'the center could not send a message to all recipients',
    meaning:
      '`sendId`, `messageTypeCode`, `instanceId`, `nodeId`, and the number of `problems`; `bridge.messages.list` names them.',
  },
  'center.failing': {
    level: 'error',
    message: 'the center cannot be called; reports and messages wait',
    meaning:
      'Written once when it begins: `calls` (reports or messages), `refused` (it answers and refuses, else it does not answer), `reason`. While it lasts, one call at a time is tried.',
  },
  'center.recovered': {
    level: 'warn',
    message: 'the center answers again',
    meaning: '`calls`, and `lastedMs` since `center.failing`.',
  },
  'outbox.full': {
    level: 'error',
    message: 'too many reports wait for the center; no instance is started until fewer do',
    meaning:
      'Written once when the first start is refused with `ERR_OUTBOX_FULL`: `maxUndelivered`. See `center.failing` and `report.parked` for why they wait.',
  },
  'outbox.has-room': {
    level: 'warn',
    message: 'instances are started again',
    meaning: 'Written by the first start after `outbox.full` that is not refused.',
  },
  'store.restored': {
    level: 'warn',
    message: 'the database was restored from a backup; what is open now may have gone on in the center',
    meaning:
      'Written at a start with the option `reconcile`: `at`. `bridge.doubts()` lists what a person has to check.',
  },
  'store.mounted-alone': {
    level: 'warn',
    message: 'the database file is mounted without its folder, so its log and its lock are lost with the container',
    meaning: 'At the start, on Linux: `path`. Mount the folder of the file.',
  },
  'store.newer': {
    level: 'error',
    message: 'a newer version of the library has migrated the database; this bridge has stopped working',
    meaning:
      'Written once: `code` and `reason`. The bridge takes no calls and does no work any more; `bridge.health()` says so. Replace its process by one of the newer version ([Upgrading](../upgrading.md)).',
  },
  'store.failing': {
    level: 'error',
    message: 'the database cannot be used; nothing is stored, and work is tried again',
    meaning: 'Written once when it begins: `reason`. Presses are answered 503 meanwhile.',
  },
  'store.full': {
    level: 'error',
    message: 'the database has no space left on its disk; what does not fit is refused, and nothing has changed',
    meaning:
      'Written once when it begins, whether a start, a press or other work met it first: `reason`. Free some space; what was refused can be repeated, and what is small may fit meanwhile.',
  },
  'store.has-space': {
    level: 'warn',
    message: 'the database has space on its disk again',
    meaning: 'After a minute in which all has fitted: `lastedMs` since `store.full`.',
  },
  'store.recovered': {
    level: 'warn',
    message: 'the database can be used again',
    meaning: '`lastedMs` since `store.failing`.',
  },
  'store.session-refused': {
    level: 'warn',
    message:
      'the database refuses the connection by which other bridges see that this one is alive: raise its limit of connections',
    meaning:
      'Written once when it begins: `code`, `reason`. Another connection of the bridge stands in while it is open; if none is, others take over its work and repeat it. Raise `max_connections` or the limit of the role or database, or lower `connections` in the URLs ([When a bridge dies](../postgresql.md#when-a-bridge-dies)). With `store.failing` beside it, the database cannot be reached at all.',
  },
  'store.session-opened': {
    level: 'warn',
    message: 'other bridges see again that this one is alive',
    meaning: '`lastedMs` since `store.session-refused`.',
  },
  'identity.failing': {
    level: 'error',
    message: 'a function of the option identity fails; presses that need it are answered 503',
    meaning: 'Written once when it begins: `name` of the function, `reason`, `cause`.',
  },
  'identity.recovered': {
    level: 'warn',
    message: 'a function of the option identity answers again',
    meaning: '`name`, and `lastedMs` since `identity.failing`.',
  },
  'work.failed': {
    level: 'error',
    message: 'background work failed and will be tried again',
    meaning: 'A round of a loop failed for another reason than the database: `reason`, `cause`. Report it if it stays.',
  },
  'step.failed': {
    level: 'error',
    message: 'a step failed unexpectedly; the instance is unchanged',
    meaning: 'A defect of the library or the stored data: ids and the `cause`. Report it.',
  },
  'step.stopped-as-stored': {
    level: 'warn',
    message: 'no step of the instance can be computed; it was stopped in its stored state',
    meaning:
      'Somebody suspended or ended a damaged instance, or ended one with `force`, where `code` is null: `instanceId`, `trigger`, `code`, `reason`.',
  },
  'function.threw': {
    level: 'error',
    message: 'a function of the host threw',
    meaning: 'A function of `expressions`, or `assign`: `name`, `cause`. The step fails with a coded error.',
  },
  'listener.failed': {
    level: 'error',
    message: 'an event listener of the host failed',
    meaning: 'A listener of `bridge.on` threw or rejected: `cause`. Nothing else is affected.',
  },
  'definition.deployed': {
    level: 'info',
    message: 'a process was deployed',
    meaning:
      '`processId`, `definitionId`, `by`: it became the latest version of its process, or was damaged and is repaired. A file that changes nothing writes no line.',
  },
  'definition.kept-back': {
    level: 'warn',
    message:
      'a file that was deployed before is not the latest version of its process, and does not become it; to make it the latest, deploy it with makeLatest: true or run definitions make-latest <definitionId>; to start it as it is, use start({ definitionId })',
    meaning:
      '`processId`, `definitionId`, `latestId` (the version that new instances get), `by`. Nothing to do if an old process of the service restarted. See [Roll back a release](../upgrading.md#roll-back-a-release).',
  },
  'definition.made-latest': {
    level: 'info',
    message: 'a version that was deployed before was made the latest of its process',
    meaning: '`processId`, `definitionId`, and `by`, if somebody was named: by `bridge.definitions.makeLatest`.',
  },
  'definition.unreadable': {
    level: 'error',
    message: 'a deployed process cannot be read: deploy it again',
    meaning: 'It does not start by messages, signals or timers until then: `processId`, `reason`.',
  },
  'admin.failed': {
    level: 'error',
    message: "a request of the operator's page could not be answered",
    meaning: '`reason`: what was thrown, such as by `admin.authorize`. It was answered 503, and nothing was changed.',
  },
  'callback.refused': {
    level: 'warn',
    message: 'a callback was refused',
    meaning: '`refusal`, `taskId`, `actionKey`, and the `reason` if there is more to say.',
  },
  'callback.failed': {
    level: 'error',
    message: 'a callback could not be answered; the center may call again',
    meaning:
      '`code`, if the library says why; `reason`; `cause`: what a function of the host threw, such as `identity.isMember`. Of an error of `cipher` or `idToken`, `reason` has its name and where it was thrown, without its message, which may quote secrets. It was answered 503.',
  },
  'callback.answer-failed': {
    level: 'error',
    message: 'the hook callback.answer failed; the answer of the bridge was sent',
    meaning:
      '`reason`: the error and where it was thrown, without its message, which may quote secrets. The press is stored.',
  },
  'status.refused': {
    level: 'warn',
    message: 'a task-status call was refused',
    meaning: '`code` (HTTP status), `reason`.',
  },
  'status.failed': {
    level: 'error',
    message: 'a task-status call could not be answered',
    meaning: '`reason`. It was answered 503.',
  },
  'status.unnamed': {
    level: 'warn',
    message: 'status answers name a handler without an account: set defaults.systemHandler',
    meaning: '`tasks`: their number.',
  },
  'diagram.refused': {
    level: 'warn',
    message: 'a call for a diagram was refused',
    meaning: '`code` (HTTP status), `reason`.',
  },
  'diagram.failed': {
    level: 'error',
    message: 'a call for a diagram could not be answered',
    meaning: '`reason`. It was answered 503.',
  },
  'message.values-unused': {
    level: 'warn',
    message: 'a message has values that are not used',
    meaning: '`sendId` or `nodeId`, `warnings`.',
  },
  'countersign.signer-repeated': {
    level: 'warn',
    message:
      'an account stands several times in the list of signers: it gets a task and a signature for each; to ask it once, correct the list or set oneTaskPerSigner',
    meaning:
      'When a round of a countersign begins: `instanceId`, `nodeId`, and the number of such `accounts`, which its history names.',
  },
  'system-task.refused': {
    level: 'warn',
    message: 'the center refused the task that shows where a process waits: the process goes on without one',
    meaning: '`instanceId`, `taskId`, `reason`.',
  },
  'circulation.unnotified': {
    level: 'warn',
    message:
      'a task was circulated, but nobody is notified: add a ttc:notify to the diagram, or set the option circulation',
    meaning: '`taskId`.',
  },
  'circulation.mismatch': {
    level: 'warn',
    message: 'the message of the option circulation does not match its message type',
    meaning: 'At the start: `warnings`.',
  },
  'key.missing': {
    level: 'warn',
    message: 'a signing key is missing: buttons of handled tasks in running instances are answered 401',
    meaning: 'At the start: `keyId`, and `handledTasks` that it has signed.',
  },
  'check.id-token-off': {
    level: 'warn',
    message: "callback.idToken is 'trust-center': id tokens are not checked",
    meaning: 'At the start.',
  },
  'check.identity-off': {
    level: 'warn',
    message: "identity is 'trust-center': membership of groups is not checked",
    meaning: 'At the start.',
  },
  'check.cipher-weak': {
    level: 'warn',
    message:
      "callback.cipher is 'aes-ecb', which reveals equal blocks and does not detect changes: use aes-gcm if you can",
    meaning: 'At the start.',
  },
  'backlog.large': {
    level: 'warn',
    message: 'there is a large backlog from before the start',
    meaning: '`reports`, `messages`, `jobsAndTimers`; again every ten seconds while it is worked off.',
  },
  'backlog.done': {
    level: 'warn',
    message: 'the backlog from before the start is done',
    meaning: '`reports`, `messages`, `jobsAndTimers` that are left.',
  },
  'retention.deleted': {
    level: 'info',
    message: 'old rows were deleted',
    meaning: '`rows`: their number.',
  },
} as const satisfies Readonly<Record<string, LogEventEntry>>;

/** The stable name of a line. */
export type LogEvent = keyof typeof LOG_EVENTS;
