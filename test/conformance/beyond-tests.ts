/** What the interface says, or says that it does not show, and no test of a center can hold it to. */

/** Sentences of the interface that are no test, by section, each with the reason. */
export const UNTESTED: Readonly<Record<string, string>> = {
  'Message send request, appId and messageTypeCode: where they come from':
    'somebody applies for them in the platform; APP_ID and MESSAGE_TYPE_CODE are the result',
  'Message send request, toGroups, data.filesUrl: made in other functions of the platform':
    'no endpoint for them is shown; GROUP is one that is there',
  'Message send response, sendId: usable to look up the task': 'the query by sendId is not shown',
  'Next-task item, canDelegate: whether the task can be delegated': 'neither a call nor a callback delegates',
  'Next-task item, mHandleUrl and mViewUrl: opened on a phone':
    'the sandbox has no phone; on a real center "Next-task item, addresses" says what to look at',
  'Next-task item, timeOut: in hours': 'no effect of it is described; that it is kept shows nowhere over HTTP',
  'Next-task item, status, mhandleUrl, mviewUrl: not described further': 'that they may stand there is all there is',
  'Action types, their meaning': 'only lists and follow-up show a difference: see Button visibility and the probes',
  'States and transitions, none: when to report it': 'a rule for the business system',
  'Endpoint 2, rule 2: the caller reads and handles errorIds':
    'a rule for the caller; test/outbox holds the bridge to it',
  'Endpoint 2, rule 4: the caller designs its retry': 'a rule for the caller; test/outbox holds the bridge to it',
  'Authentication, 1: the capability from the open platform': 'somebody obtains it; CLIENT_ID is the result',
  'Authentication, 4: a client may cache the token': 'a rule for the caller; that a token lives is tried in "Limits"',
  'Button callback, batch: shown when the user starts one': 'the sandbox shows what can be chosen, and has no dialog',
  'Button callback, message-sending mechanism and follow-up of each action type':
    'none of them is described: see the probes "follow-up" and "suspend-by-press"',
  'Task-status callback, version 1.2.3 and above': 'no call tells the version of a center',
  'Task-status callback, trigger 2: speed is not a concern': 'advice for the business system',
  'Errors, message send -1': 'nothing says when it comes; a refusal with any code is taken for one',
};

/** What the interface leaves open, with the probes that find it out, or why nothing is asked. */
export const OPEN_POINTS: Readonly<Record<string, readonly string[] | string>> = {
  'sendId that is used again': ['duplicate-send-id'],
  'sendTime, its time zone': ['time-zone'],
  'promise, what is stricter': ['promise'],
  'signOff, where it stands': ['sign-off'],
  'Fields and states of a message task': 'no endpoint shows one',
  'Fields that the interface does not name': ['unknown-fields'],
  'transTypeCode that is not there': ['transaction-types'],
  'taskId of a next task that is there already': ['duplicate-task-id'],
  'handlers and handlingGroup that nobody knows': ['unknown-handlers'],
  'status none, the state it leaves': ['none'],
  'status end on a task that is handled': ['end-on-handled'],
  'next behind a task that is handled': ['continuation'],
  'next behind a task that is unknown': ['bootstrap'],
  'errorIds, the id of an entry without one': ['entry-ids'],
  'Other transitions between the states of a task': ['suspend-by-press', 'suspended-list', 'follow-up'],
  'Query of a send task, query of send methods, file upload': 'their endpoints are not shown',
  'Paths and registration of the callbacks': 'the bridge prints its status address; buttons carry theirs',
  'Scope of each endpoint': ['task-scope', 'message-scope'],
  'Token, whether a new one ends the old': ['new-token'],
  'Authorization, a scheme before the token': ['authorization-scheme'],
  'Button callback, the answer that means success': ['button-answer'],
  'Button callback, uuid of a batch': ['batch-uuid'],
  'Button callback, cipher and key': ['button-call'],
  'Task-status callback, N hours': ['status-hours'],
  'Task-status callback, form of the question': ['status-question'],
  'Task-status callback, form of handleTime': ['status-time-form'],
  'Task-status callback, what the center does with an answer': ['status-answer', 'suspended-asked-again'],
  'Task-status callback, who has a task that is TURN': ['turn'],
  'Retry and failure of callbacks': 'a center that is to fail cannot be asked to; the bridge takes repeats',
  'HTTP status codes, complete list of outer codes': 'the bridge treats every other one as an unknown error',
  'Rate limits': 'asking would strain the center; the bridge honours Retry-After',
  'Sizes of fields, items of a call, recipients': ['batch-size'],
  'Older version of the interface, deprecation': 'not recommended, not described',
};
