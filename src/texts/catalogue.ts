/** A text of ours that people meet in the center: where, and what is filled in. */
interface TextUse {
  readonly where: string;
  /** Stand in braces in the text, each once or more; one that ends in `?` may be left out. */
  readonly values: readonly string[];
}

/** All texts of ours that people meet in the center, for the table of the documentation. */
export const TEXT_USES = {
  'system.name': { where: 'handlerName of what no person did; option `defaults.systemName` wins', values: [] },
  'button.handle': {
    where: 'the button of a task behind which no gateway names any; option `defaults.handleLabel` wins',
    values: [],
  },

  'status.transfer': { where: 'handleStatus after `bridge.transfer`', values: [] },
  'status.reassign': { where: 'handleStatus after `bridge.reassign`', values: [] },
  'status.terminate': { where: 'handleStatus after `bridge.terminate`', values: [] },
  'status.revoke': { where: 'handleStatus after `bridge.revoke`', values: [] },
  'status.decidedByOthers': {
    where: 'handleStatus of a task in a countersign that others have decided',
    values: [],
  },
  'status.terminated': { where: 'handleStatus of a task that ended with its process', values: [] },
  'status.revoked': { where: 'handleStatus of a task whose process was revoked', values: [] },
  'status.byTimer': {
    where: 'handleStatus of a task that a timer without a name ended',
    values: ['event?'],
  },
  'status.byMessage': {
    where: 'handleStatus of a task that a message without a name ended',
    values: ['event?'],
  },
  'status.bySignal': {
    where: 'handleStatus of a task that a signal without a name ended',
    values: ['event?'],
  },
  'status.byError': {
    where: 'handleStatus of a task that an error without a name ended',
    values: ['event?'],
  },
  'status.byEscalation': {
    where: 'handleStatus of a task that an escalation without a name ended',
    values: ['event?'],
  },
  'status.byCondition': {
    where: 'handleStatus of a task that a condition without a name ended',
    values: ['event?'],
  },

  'done.press': { where: 'a button that was applied', values: ['button'] },
  'done.unheard': { where: 'a button that nothing in the process listened to', values: ['button'] },
  'done.transferred': { where: '`bridge.transfer`', values: [] },
  'done.circulated': { where: '`bridge.circulate`', values: [] },
  'done.reassigned': { where: '`bridge.reassign`', values: [] },
  'done.suspended': { where: '`bridge.suspend`', values: [] },
  'done.activated': { where: '`bridge.activate`', values: [] },
  'done.terminated': { where: '`bridge.terminate`', values: [] },
  'done.revoked': { where: '`bridge.revoke`', values: [] },
  'done.untold': {
    where: '`bridge.terminate` and `bridge.revoke`, where tasks of groups were open and nobody stands in for them',
    values: ['done', 'tasks'],
  },
  'done.variablesSet': { where: '`bridge.setVariables`', values: [] },

  'failed.step': {
    where: 'a press that the process could not go on with: code and reason of the incident, the reason in English',
    values: ['code', 'reason?'],
  },

  'refused.taskUnknown': { where: 'there is no such task', values: [] },
  'refused.taskFinished': { where: 'the task is not open any more', values: [] },
  'refused.processOver': { where: 'the process has ended', values: [] },
  'refused.usedUp': { where: 'a button that was used `times` times', values: [] },
  'refused.suspended': { where: 'the process is suspended', values: [] },
  'refused.notSuspended': { where: 'ACTIVE, and the process is not suspended', values: [] },
  'refused.samePerson': { where: 'a transfer to who has the task', values: [] },
  'refused.onlyHandler': { where: 'a button for handlers', values: [] },
  'refused.onlyHandlerOrInitiator': { where: 'a button for handlers and the initiator', values: [] },
  'refused.onlyInitiator': { where: 'a button for the initiator', values: [] },
  'refused.onlyHandledBy': { where: 'a button for who handled the task', values: [] },
  'refused.onlyInvolved': { where: 'a button for all of them', values: [] },
  'refused.nodeUnknown': { where: 'the definition has no node for the task', values: [] },
  'refused.actionUnknown': { where: 'the task has no such button', values: [] },
  'refused.actionMissing': { where: 'a press from code that names none of several buttons', values: [] },
  'refused.nextNodeUnknown': { where: 'nextNodeKey of no button', values: [] },
  'refused.nextNodeContradicts': { where: 'nextNodeKey of another button', values: [] },
  'refused.keyReused': { where: 'two presses with one uuid', values: [] },
  'refused.callUnknown': { where: '`bridge.setVariables` with a `callId` that is not there', values: ['call'] },

  'call.pathUnknown': { where: 'a call of no address of ours: 404', values: [] },
  'call.methodNotAllowed': { where: 'another HTTP method: 405', values: [] },
  'call.tooLarge': { where: 'a body above `callback.maxBodyBytes`: 413', values: [] },
  'call.signatureWrong': { where: 'an address that was changed, or whose key is gone: 401', values: [] },
  'call.uuidMissing': { where: 'no header uuid: 400', values: [] },
  'call.uuidMalformed': { where: 'a header uuid that is none: 400', values: [] },
  'call.idTokenMissing': { where: 'no header x-id-token: 401', values: [] },
  'call.idTokenRefused': { where: 'a header x-id-token that is not of the account: 401', values: [] },
  'call.mediaTypeWrong': { where: 'a content type that the cipher does not read: 415', values: [] },
  'call.undecodable': { where: 'a body that cannot be decrypted or read: 400', values: [] },
  'call.unavailable': { where: 'nothing was stored, the same call may be made again: 503', values: [] },
  'call.parametersNotObject': { where: 'parameters of another form: 400', values: [] },
  'call.parameterMissing': { where: 'a parameter without a value: 400', values: ['name'] },
  'call.parameterMalformed': {
    where: 'a parameter of the wrong form, the problem in English: 400',
    values: ['name', 'problem?'],
  },
  'call.timeUnknown': { where: 'a time that the zone skips: 400', values: ['timeZone'] },
} as const satisfies Readonly<Record<string, TextUse>>;

/** Names one of the texts. */
export type TextName = keyof typeof TEXT_USES;

/** Every text of ours that people meet in the center, by its name; what stands in braces is filled in. */
export type Catalogue = Readonly<Record<TextName, string>>;
