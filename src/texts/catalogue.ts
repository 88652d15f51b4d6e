/** Where a text is used, and its placeholders. */
interface TextUse {
  readonly where: string;
  /** Placeholders, in braces in the text, each at least once; those that end in `?` are optional. */
  readonly values: readonly string[];
}

/** All texts of the bridge that people see in the center. The table of the documentation is generated from this. */
export const TEXT_USES = {
  'system.name': { where: 'handlerName if no person acted; option `defaults.systemName` has precedence', values: [] },
  'button.handle': {
    where: 'the button of a task after which no gateway defines buttons; option `defaults.handleLabel` has precedence',
    values: [],
  },
  'button.opinion': { where: 'the button of those who are asked for an opinion', values: [] },
  'button.resubmit': { where: 'the button of a task that was sent back', values: [] },
  'button.sendBackDirect': { where: 'the page of `bridge.sendBack`, with `defaults.operationUrl`', values: [] },
  'button.delegate': { where: 'the page of `bridge.delegate`, with `defaults.operationUrl`', values: [] },
  'button.addSigners': { where: 'the page of `bridge.addSigners`, with `defaults.operationUrl`', values: [] },
  'button.claim': {
    where: 'the button of a task of several people or a group, with `defaults.operationUrl`',
    values: [],
  },
  'button.release': { where: 'the button of a task that was claimed, with `defaults.operationUrl`', values: [] },
  'button.recall': { where: 'the page of `bridge.recall`, with `defaults.operationUrl`', values: [] },

  'status.delegate': { where: 'handleStatus after `bridge.delegate`', values: [] },
  'status.addSigners': { where: 'handleStatus after `bridge.addSigners`', values: [] },
  'status.claim': { where: 'handleStatus after `bridge.claim`', values: [] },
  'status.release': { where: 'handleStatus after `bridge.release`', values: [] },
  'status.sendBack': { where: 'handleStatus after `bridge.sendBack`', values: [] },
  'status.addSignersBeside': { where: 'handleStatus after `bridge.addSigners` beside', values: [] },
  'status.recall': { where: 'handleStatus after `bridge.recall`', values: [] },
  'status.transfer': { where: 'handleStatus after `bridge.transfer`', values: [] },
  'status.reassign': { where: 'handleStatus after `bridge.reassign`', values: [] },
  'status.terminate': { where: 'handleStatus after `bridge.terminate`', values: [] },
  'status.revoke': { where: 'handleStatus after `bridge.revoke`', values: [] },
  'status.decidedByOthers': {
    where: 'handleStatus of a task in a countersign that others have decided',
    values: [],
  },
  'status.migrated': {
    where: 'handleStatus of a task that a migration to another version replaced',
    values: [],
  },
  'status.terminated': { where: 'handleStatus of a task that ended with its process', values: [] },
  'status.over': { where: 'handleStatus of a system task: what the process waited for is over', values: [] },
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

  'done.press': { where: 'a press that was applied', values: ['button'] },
  'done.unmatched': { where: 'a press for which no element of the process waits', values: ['button'] },
  'done.transferred': { where: '`bridge.transfer`', values: [] },
  'done.circulated': { where: '`bridge.circulate`', values: [] },
  'done.reassigned': { where: '`bridge.reassign`', values: [] },
  'done.delegated': { where: '`bridge.delegate`', values: [] },
  'done.signersAdded': { where: '`bridge.addSigners`', values: [] },
  'done.claimed': { where: '`bridge.claim`', values: [] },
  'done.released': { where: '`bridge.release`', values: [] },
  'done.sentBack': { where: '`bridge.sendBack`', values: [] },
  'done.recalled': { where: '`bridge.recall`', values: [] },
  'done.suspended': { where: '`bridge.suspend`', values: [] },
  'done.activated': { where: '`bridge.activate`', values: [] },
  'done.terminated': { where: '`bridge.terminate`', values: [] },
  'done.revoked': { where: '`bridge.revoke`', values: [] },
  'done.unreported': {
    where: '`bridge.terminate` and `bridge.revoke`, if tasks of groups were open and no handler can be named for them',
    values: ['done', 'tasks'],
  },
  'done.variablesSet': { where: '`bridge.setVariables`', values: [] },

  'failed.step': {
    where: 'a press whose step failed: code and reason of the incident, the reason in English',
    values: ['code', 'reason?'],
  },

  'refused.taskUnknown': { where: 'the task does not exist', values: [] },
  'refused.taskFinished': { where: 'the task is no longer open', values: [] },
  'refused.processOver': { where: 'the process has ended', values: [] },
  'refused.usedUp': { where: 'a button that was already used `times` times', values: [] },
  'refused.suspended': { where: 'the process is suspended', values: [] },
  'refused.notSuspended': { where: 'ACTIVE, and the process is not suspended', values: [] },
  'refused.samePerson': { where: 'a transfer to a person who already has the task', values: [] },
  'refused.hasVote': { where: 'a task of a countersign for a person who has another one', values: [] },
  'refused.hasVoted': { where: 'the same for a person who has signed', values: [] },
  'refused.votesLater': { where: 'the same for a person who will be asked in turn', values: [] },
  'refused.notAllowed': { where: 'an operation that `ttc:allow` and `defaults.allow` do not name', values: [] },
  'refused.alreadyAsked': { where: 'a person is asked who asks or is asked there already', values: [] },
  'refused.askedTooDeep': { where: 'those who are asked ask others, more than 5 deep', values: [] },
  'refused.askedTooMany': { where: 'more than 20 people are asked at once, or 50 at one task', values: [] },
  'refused.sharedTask': { where: 'others are asked with a task that several people sign together', values: [] },
  'refused.decidesNothing': {
    where: '`signersAfter` of `bridge.press`, with a button that decides nothing',
    values: [],
  },
  'refused.signsUnclearly': { where: '`bridge.addSigners` beside, at a task with several buttons', values: [] },
  'refused.noCountersign': {
    where: '`bridge.addSigners` to a countersign, at another task or in sequence',
    values: [],
  },
  'refused.nothingToClaim': { where: 'a claim of a task that one person has', values: [] },
  'refused.notClaimed': { where: '`bridge.release` of a task that nobody has claimed', values: [] },
  'refused.onlyClaimer': { where: '`bridge.release` by another person', values: [] },
  'refused.notPassed': { where: '`bridge.sendBack` to a node that the token has not passed', values: [] },
  'refused.handledBySeveral': { where: 'the same to a countersign or a task of several people', values: [] },
  'refused.ownTask': { where: 'the same to the person who sends it back', values: [] },
  'refused.notAsked': { where: '`bridge.recall`, and nobody is asked with this task', values: [] },
  'refused.onlyAsker': { where: '`bridge.recall` by another person', values: [] },
  'refused.systemTask': { where: 'an operation on a system task', values: [] },
  'refused.onlyHandler': { where: 'a button for handlers', values: [] },
  'refused.onlyHandlerOrInitiator': { where: 'a button for handlers and the initiator', values: [] },
  'refused.onlyInitiator': { where: 'a button for the initiator', values: [] },
  'refused.onlyHandledBy': { where: 'a button for the person who handled the task', values: [] },
  'refused.onlyInvolved': { where: 'a button for all of them', values: [] },
  'refused.nodeUnknown': { where: 'the definition has no node for the task', values: [] },
  'refused.buttonUnknown': { where: 'the task has no such button', values: ['keys?'] },
  'refused.nextNodeUnknown': { where: 'a nextNodeKey that no button has', values: [] },
  'refused.nextNodeContradicts': { where: 'the nextNodeKey of another button', values: [] },
  'refused.keyReused': { where: 'two different presses with the same uuid', values: [] },
  'refused.callUnknown': { where: '`bridge.setVariables` with an unknown `callId`', values: ['call'] },

  'call.pathUnknown': { where: 'a call of an unknown address: 404', values: [] },
  'call.methodNotAllowed': { where: 'another HTTP method: 405', values: [] },
  'call.tooLarge': { where: 'a body above `callback.maxBodyBytes`: 413', values: [] },
  'call.signatureWrong': { where: 'an address that was changed, or whose key was removed: 401', values: [] },
  'call.uuidMissing': { where: 'no header uuid: 400', values: [] },
  'call.uuidMalformed': { where: 'an invalid header uuid: 400', values: [] },
  'call.idTokenMissing': { where: 'no header x-id-token: 401', values: [] },
  'call.idTokenRefused': { where: 'a header x-id-token that is not valid for the account: 401', values: [] },
  'call.mediaTypeWrong': { where: 'a content type that the cipher does not support: 415', values: [] },
  'call.undecodable': { where: 'a body that cannot be decrypted or read: 400', values: [] },
  'call.unavailable': { where: 'nothing was stored, the same call can be repeated: 503', values: [] },
  'call.parametersNotObject': { where: 'parameters that are not an object: 400', values: [] },
  'call.parameterMissing': { where: 'a parameter without a value: 400', values: ['name'] },
  'call.parameterMalformed': {
    where: 'an invalid parameter; the problem is in English: 400',
    values: ['name', 'problem?'],
  },
  'call.timeUnknown': { where: 'a local time that the time zone skips: 400', values: ['timeZone'] },
} as const satisfies Readonly<Record<string, TextUse>>;

/** The name of a text. */
export type TextName = keyof typeof TEXT_USES;

/** All texts of the bridge that people see in the center, by name; placeholders in braces are replaced. */
export type Catalogue = Readonly<Record<TextName, string>>;
