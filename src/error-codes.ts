/** Every error code of the library: stable, and may be matched on. */

interface ErrorMeaning {
  /** What happened, for the table of the documentation. */
  readonly meaning: string;
  /** What to do about it. */
  readonly remedy: string;
  /**
   * HTTP status that the center gets for a press that fails with this error. 200: the press was decided, and the code
   * of the answer says that it failed; 503: nothing was decided, and the center can call again; null: no press fails with it.
   */
  readonly http: 200 | 503 | null;
  /** Whether the same call may succeed later without any change by the caller. */
  readonly retry: boolean;
}

/** Every code with its meaning, its remedy, the HTTP status of a press, and whether to retry. */
export const ERROR_CODES = {
  ERR_CONFIG_INVALID: {
    meaning: 'an option is missing, unknown or malformed',
    remedy: 'Correct the options listed in `details.problems`, each with its path.',
    http: null,
    retry: false,
  },
  ERR_SIGNING_KEY_MISSING: {
    meaning: '`callback.signingKeys` lacks a key that signed the buttons of tasks which are still open',
    remedy:
      'Put the key back into `callback.signingKeys`, after the one that signs now. `bridge.keys.inUse()` shows when it is no longer needed.',
    http: null,
    retry: false,
  },
  ERR_MODEL_UNREADABLE: {
    meaning: 'the file is not BPMN 2.0 XML',
    remedy: 'Save the file in the modeler again, as BPMN 2.0 XML.',
    http: 200,
    retry: false,
  },
  ERR_MODEL_REFUSED: {
    meaning: 'the process cannot run as drawn; `details.problems` lists every reason',
    remedy: 'Correct the diagram or the options of the service: `details.problems` says for each element what to do.',
    http: 200,
    retry: false,
  },
  ERR_EXPRESSION_INVALID: {
    meaning: 'an expression is not in the supported grammar',
    remedy: 'Rewrite it in the documented grammar, or call a function of the host (`expressions.functions`).',
    http: 200,
    retry: false,
  },
  ERR_EXPRESSION_FAILED: {
    meaning: 'an expression could not be evaluated with the current variables',
    remedy:
      'Set the variables that it reads (`bridge.setVariables`), or correct the function that it calls, if that threw, or the diagram; then retry the incident or press again.',
    http: 200,
    retry: true,
  },
  ERR_INPUT_INVALID: {
    meaning: 'an argument is missing or malformed',
    remedy: 'Correct the argument that the message names.',
    http: 200,
    retry: false,
  },
  ERR_BUTTON_UNKNOWN: {
    meaning: 'a press from code or from a test names no button of the task, or several; nothing was decided',
    remedy:
      'Name a button by its key or its label: `details.buttons` lists both. Where two have the same label, name one by its key.',
    http: null,
    retry: false,
  },
  ERR_PROCESS_UNKNOWN: {
    meaning: 'no process or definition with this id is deployed, or found by the `findProcess` of a host',
    remedy: 'Deploy the process, or let `findProcess` return its file; then repeat the call or retry the incident.',
    http: 200,
    retry: false,
  },
  ERR_DEFINITION_IN_USE: {
    meaning: 'a definition cannot be undeployed, because instances of it are open; `details.openInstances` counts them',
    remedy:
      'Let the instances end, migrate them to another definition (`bridge.instances.migrate`) or terminate them; then repeat the call.',
    http: null,
    retry: true,
  },
  ERR_CALL_TOO_DEEP: {
    meaning: 'processes call or start each other endlessly, or one calls too many others',
    remedy: 'Change the diagram so that the calls or starts end, deploy it, and terminate the instance.',
    http: null,
    retry: false,
  },
  ERR_INSTANCE_UNKNOWN: {
    meaning: 'no instance with this id exists',
    remedy: 'Check the id. Instances are deleted `retention.statusDays` days after they end.',
    http: 200,
    retry: false,
  },
  ERR_STEP_FAILED: {
    meaning: 'a step failed; the instance is unchanged',
    remedy: 'Fix the cause that the message names, then retry the incident or press again.',
    http: 200,
    retry: true,
  },
  ERR_STEP_TOO_LONG: {
    meaning: 'a step took longer than `limits.stepMs` and was ended; the instance is unchanged',
    remedy:
      'Look for an expression that takes long with the variables of this instance (`bridge.setVariables`), or for a loop; then retry the incident or press again, or terminate the instance (`bridge.terminate(instanceId)`).',
    http: 200,
    retry: false,
  },
  ERR_UNEXPECTED: {
    meaning: 'a defect in the library or stored data; the instance is unchanged, and the log has the stack trace',
    remedy: 'Report the defect with the stack trace from the log; retry the incident once it is fixed.',
    http: 200,
    retry: false,
  },
  ERR_SUSPENDED: {
    meaning: 'the instance is suspended',
    remedy: 'Activate it (`bridge.activate(instanceId)`), then repeat the call.',
    http: 200,
    retry: true,
  },
  ERR_MESSAGE_UNMATCHED: {
    meaning: 'a process threw a message that no other process waits for',
    remedy:
      'Start the process that should receive it, or correct its name or correlation key, then retry the incident.',
    http: null,
    retry: true,
  },
  ERR_MESSAGE_INVALID: {
    meaning: 'a message to people is not valid; `details.problems` lists every reason',
    remedy: 'Correct the fields listed in `details.problems`.',
    http: 200,
    retry: false,
  },
  ERR_MESSAGE_UNKNOWN: {
    meaning: 'no message to people has this `sendId`',
    remedy: 'Check the `sendId`. Messages are deleted `retention.instanceDays` days after they were settled.',
    http: null,
    retry: false,
  },
  ERR_INCIDENT_UNKNOWN: {
    meaning: 'no incident with this id exists',
    remedy: 'List the open incidents with `bridge.incidents.list()`.',
    http: null,
    retry: false,
  },
  ERR_REPORT_UNKNOWN: {
    meaning: 'no report in the outbox has this `seq`',
    remedy: 'List the reports with `bridge.outbox.list()`.',
    http: null,
    retry: false,
  },
  ERR_SEND_ID_TAKEN: {
    meaning: 'another message already has this `sendId`',
    remedy: 'Send this message with another `sendId`, or without one.',
    http: null,
    retry: false,
  },
  ERR_START_KEY_TAKEN: {
    meaning: 'another process was started with this `startKey`',
    remedy: 'Use another `startKey`: each belongs to one process.',
    http: null,
    retry: false,
  },
  ERR_NOT_PARKED: {
    meaning: 'the state of the report or message does not allow to retry, skip or acknowledge it, or no longer',
    remedy: 'Nothing to do. `list` shows its state.',
    http: null,
    retry: false,
  },
  ERR_NOT_RESOLVABLE: {
    meaning: 'the incident is not closed by hand: it is closed by a retry that succeeds, or by the end of the instance',
    remedy:
      '`details.why` names the case. `resolved`: nothing to do; `job`, `wake` or `start`: fix the cause and retry it (`bridge.incidents.retry`); `deadlock`: terminate the instance (`bridge.terminate(instanceId)`).',
    http: null,
    retry: false,
  },
  ERR_NOT_RETRIABLE: {
    meaning:
      'the incident cannot be retried: it is resolved, a person has to press again, or the instance is deadlocked; or the state of a job or an instance does not allow what was asked for',
    remedy:
      '`details.why` names the case. Of an incident, `resolved`: nothing to do; `press`: ask the person to press again; `deadlock`: terminate the instance (`bridge.terminate(instanceId)`). Of a job or an instance, the message says what it is doing: nothing to do, or try again later.',
    http: null,
    retry: false,
  },
  ERR_NO_HANDLER: {
    meaning: 'a task has no handler: everything that could name one was empty, or the option `assign` failed',
    remedy:
      'Name a handler in the diagram, in the variable that it reads, or in `defaults.handlers`; then retry the incident or press again.',
    http: 200,
    retry: true,
  },
  ERR_DEADLOCK: {
    meaning: 'the instance still has tokens, but nothing can move them',
    remedy: 'Terminate the instance (`bridge.terminate(instanceId)`), fix the diagram, deploy it and start again.',
    http: null,
    retry: false,
  },
  ERR_SERVICE_FAILED: {
    meaning: 'a service of the host failed, also at the last attempt',
    remedy:
      'Fix the service, then retry the incident (`bridge.incidents.retry`): after the last attempt it is not called again by itself.',
    http: null,
    retry: true,
  },
  ERR_JOB_NEVER_RETURNED: {
    meaning:
      'three calls of a service or script, or the steps after them, did not come back: each time the process of the bridge ended or stood still; the job is set aside',
    remedy:
      'Look for what ends the process: `process.exit`, native code, the memory, a signal without `bridge.close`. Then retry the incident, which calls the service once more, or terminate the instance (`bridge.terminate(instanceId)`).',
    http: null,
    retry: false,
  },
  ERR_SNAPSHOT_INVALID: {
    meaning: 'this version cannot read a stored snapshot',
    remedy:
      'Restore the row from a backup, or run the version that wrote it. `bridge.terminate` works without the snapshot.',
    http: 200,
    retry: false,
  },
  ERR_ENGINE_UNSUPPORTED: {
    meaning: 'the installed engine is not one that the library was made for',
    remedy:
      'Install the bpmn-elements that package.json of this library names, and no other beside it: `npm ls bpmn-elements`.',
    http: 503,
    retry: false,
  },
  ERR_ENGINE_CONFLICT: {
    meaning: 'an engine has options of its own where the plugin has to replace them; nothing has run',
    remedy:
      'Spread `plugin.engineOptions` last into the options of `new Engine`, and pass yours in the option `engine` of `createPlugin`; leave out what `details.conflicts` names.',
    http: null,
    retry: false,
  },
  ERR_STORE_UNAVAILABLE: {
    meaning: 'the database did not answer; nothing was stored, or everything if the connection broke during the commit',
    remedy:
      'Repeat the call once the database answers. Give starts a `startKey`, so that a repeat starts nothing twice.',
    http: 503,
    retry: true,
  },
  ERR_STORE_RIGHTS: {
    meaning: 'the role of the bridge on PostgreSQL may not use the tables, or has no schema for them',
    remedy:
      'Grant the role USAGE on the schema, SELECT, INSERT, UPDATE and DELETE on its tables, and CREATE for upgrades; `npx bpmn-transaction-bridge doctor` names what is missing.',
    http: 503,
    retry: true,
  },
  ERR_STORE_CONTRACT: {
    meaning: 'a store of your own does not keep the contract of `createEngineHost`; the message says where',
    remedy: 'Correct `load` or `save` of your store: the contract is in docs/plugin.md.',
    http: null,
    retry: false,
  },
  ERR_OUTBOX_FULL: {
    meaning: 'too many reports wait for the center (`outbox.maxUndelivered`); nothing was started',
    remedy: 'Start again once the center accepts reports.',
    http: null,
    retry: true,
  },
  ERR_BUSY: {
    meaning: 'another call was faster, or is still running; nothing was stored',
    remedy: 'Repeat the call.',
    http: 503,
    retry: true,
  },
  ERR_STORE_LOCKED: {
    meaning: 'another bridge uses this database file',
    remedy: 'Stop the other process, or use PostgreSQL for several processes.',
    http: null,
    retry: true,
  },
  ERR_STORE_DETACHED: {
    meaning:
      'the database file or its write-ahead log was deleted, moved or replaced while the service had it open; nothing more is stored',
    remedy:
      'Stop the service, put the file that the message names in the place of the database, and start it again. Copy a database with `bridge.backup()` or the command `backup` only.',
    http: 503,
    retry: true,
  },
  ERR_STORE_NEWER: {
    meaning:
      'a newer version of the library has migrated the database, so that this one cannot work with it; also while it runs',
    remedy:
      'Run the newer version, or restore a backup from the older one. docs/upgrading.md says how to upgrade without this.',
    http: 503,
    retry: false,
  },
  ERR_RESTORED: {
    meaning: 'the center has a task that the database does not know since it was restored from a backup',
    remedy:
      'Repeat in the instance what was done after the backup, or start the instance again; then retry the incident, which closes it. `bridge.doubts()` lists everything of this kind.',
    http: null,
    retry: false,
  },
  ERR_STORE_OLDER: {
    meaning:
      'the database lacks tables or columns that this version of the library uses; only the command line meets it',
    remedy:
      'Run `npx bpmn-transaction-bridge migrate`, or start the service with this version, which migrates the database when it opens it.',
    http: null,
    retry: false,
  },
  ERR_STORE_INVALID: {
    meaning: 'the database refused a row, or a stored row cannot be read',
    remedy:
      'Restore the row that the message names from a backup; for a definition, deploying its file again is enough.',
    http: 503,
    retry: false,
  },
  ERR_CENTER_UNAVAILABLE: {
    meaning: 'the center did not answer, or answered with an error',
    remedy: 'Nothing to do: the call is retried with back-off.',
    http: null,
    retry: true,
  },
  ERR_CENTER_ANSWER_INVALID: {
    meaning: 'the center sent an answer that the interface does not allow',
    remedy: 'Look at the answer, and ask the operators of the center.',
    http: null,
    retry: true,
  },
  ERR_KEYS_UNAVAILABLE: {
    meaning: 'the keys for checking id tokens could not be fetched; the press was not decided',
    remedy: 'Check that `callback.idToken.jwksUrl` answers. The press can be repeated.',
    http: 503,
    retry: true,
  },
  ERR_IDENTITY_FAILED: {
    meaning:
      '`identity.isMember` or `identity.mayActFor` threw an error, did not answer within 5 seconds or returned something else than true or false; the press was not decided',
    remedy: 'Fix the function; its error is in the log. The press can be repeated.',
    http: 503,
    retry: true,
  },
  ERR_TOKEN_REFUSED: {
    meaning: 'the token endpoint of the center refused the client',
    remedy: 'Check `center.clientId`, `center.clientSecret` and `center.scopes`.',
    http: null,
    retry: true,
  },
  ERR_CLOSED: { meaning: 'the bridge is closed', remedy: 'Create a new bridge.', http: 503, retry: false },
} as const satisfies Record<string, ErrorMeaning>;

/** A stable code of an error. */
export type ErrorCode = keyof typeof ERROR_CODES;
