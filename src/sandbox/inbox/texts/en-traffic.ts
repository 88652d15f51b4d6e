/** The texts of the traffic screen in English. */
import type { FaultCall, FaultName, FaultOption } from '../../faults/known-faults.ts';
import type { CallKind } from '../../http/traffic.ts';

const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

const kinds: Readonly<Record<CallKind | FaultCall, string>> = {
  token: 'Token',
  taskHandle: 'Task handling',
  messageSend: 'Message',
  button: 'Button',
  taskStatus: 'Task status',
  other: 'Other',
};

const faultNames: Readonly<Record<FaultName, string>> = {
  latency: 'The call is delayed',
  'time-out-before': 'The center never answers, and did nothing',
  'time-out-after': 'The center does the work and never answers',
  'reset-before': 'The connection breaks before the other side did anything',
  'reset-after': 'The work is done, then the connection breaks: the answer is lost',
  'answer-cut': 'The work is done, and the connection breaks in the middle of the answer',
  'http-error-before': 'An HTTP error, as from a proxy; nothing was done',
  'http-error-after': 'The work is done, and the answer is an HTTP error',
  'outer-code-before': 'The outer code is not 0; nothing was done',
  'outer-code-after': 'The work is done, and the outer code is not 0',
  'item-failure': 'One item of the call is not done, and errorIds names its previous task',
  'creation-failure': 'One next task is not created, and errorIds names it; its previous task is handled',
  'foreign-entry': 'The work is done, and errorIds names a task that the call did not name',
  'token-expired': 'The access token of the call expires when the call arrives',
  'token-revoked': 'The access token of the call is revoked when the call arrives',
  lost: 'The center believes that it made the call, but the call was never sent',
  duplicate: 'The center makes the same call twice, with the same uuid',
  reordered: 'The call is held until a later call of its kind was answered',
  'late-click': 'The person presses again after the task was handled',
  'two-members': 'Another member of the group presses the same button at the same moment',
  'wrong-cipher': 'The parameters are encrypted with a wrong key',
  'cipher-rotated': 'From this call on the parameters are encrypted with a new key',
  'id-token-key-rotated': 'From this call on the tokens of persons are signed with a new key',
};

const faultOptions: Readonly<Record<FaultOption, string>> = {
  ms: 'Milliseconds',
  status: 'HTTP status',
  retryAfterSeconds: 'Retry-After, seconds',
  code: 'Code',
  item: 'Which item, from 0',
  together: 'Both at once',
  key: 'New key',
  keepsOld: 'Keep the old key, too',
};

const about: Readonly<Record<CallKind, string>> = {
  token: 'The business system needs a token for each of its calls, and keeps it until shortly before it expires.',
  taskHandle: 'The business system reports that a task was handled, and which tasks come next.',
  messageSend: 'The business system sends a message to people.',
  button: 'Somebody pressed a button in the center, and the center passes the press on to the business system.',
  taskStatus: 'The center asks the business system for the state of tasks that are open here.',
  other: 'Another request to the center, such as for the keys that verify the tokens of people.',
};

/** By the status of a report. */
const means: Readonly<Record<string, string>> = {
  next: 'The task is handled, and the tasks named as next are created.',
  none: 'The task is handled by this person, and the process waits for the rest.',
  end: 'The last task is handled, and the transaction is concluded.',
};

/** What an answer to a press means, by its code. */
const press: Readonly<Record<string, { readonly short: string; readonly long: string }>> = {
  invalid: {
    short: 'Not possible',
    long: 'The business system refused the press; its message is in the answer. Nothing was done.',
  },
  400: { short: 'Not readable', long: 'The business system could not read the press. Nothing was done.' },
  401: {
    short: 'Not accepted',
    long: 'The business system did not accept the address or the person. Nothing was done.',
  },
  403: { short: 'Not allowed', long: 'This person may not press this button. Nothing was done.' },
  423: { short: 'Suspended', long: 'The process is suspended. Nothing was done; it has to be activated first.' },
  500: { short: 'Failed', long: 'The business system failed to process it. Its message is in the answer.' },
  503: { short: 'Not stored', long: 'The business system could not store the press. Nothing was done; press again.' },
  2004: { short: 'Unknown task', long: 'The business system does not know this task. Nothing was done.' },
  2005: {
    short: 'Not possible now',
    long: 'The task was already handled, or its process is not in the state for this button. Nothing was done twice.',
  },
};

/** What is wrong with one item of a call, by its code. */
const items: Readonly<Record<string, string>> = {
  400: 'a parameter is missing or wrong',
  500: 'the center failed to process it',
  2004: 'the center does not know this task',
  2005: 'this task was already handled',
};

const outcome = {
  press,
  items,
  itemOther: 'it was not done',
  itemFailed: (name: string, meaning: string, said: string) =>
    `${name}: ${meaning} (${said}). Other items are not affected.`,
  notCreated: (name: string, said: string) => `The task ${name} was not created (${said}).`,
  previousHandled: 'Its previous task is handled.',
  pressFailed: 'The business system did not accept the press. Its message is in the answer.',
  repeated: 'The same press was made before, with the same uuid. It got the same answer, and nothing was done twice.',
  sentBefore: 'The center had this message before, with the same sendId. Nothing was sent twice.',
  notAuthorized: 'The center did not accept the access or its token. Nothing was done.',
  nothingThere: 'This address does not exist. Nothing was done.',
  httpError: 'An HTTP error, as from a proxy: the caller cannot know whether it was done, and calls again.',
  wholeFailed: 'The whole call was refused. The reason is in the message of the answer.',
  notAnswered: 'There was no answer, so the center cannot know whether the business system did it.',
  answerLost: 'The caller got no answer and cannot know whether it was done, so it calls again.',
  brokenOff: 'The caller disconnected in the middle of its call. Nothing was done.',
};

export interface NumberRange {
  readonly min: number;
  readonly max?: number | undefined;
  readonly isWhole: boolean;
}

export const enTraffic = {
  label: 'What is shown',
  comma: ', ',
  views: { calls: 'Calls', faults: 'Faults', clock: 'Clock' },
  kinds,

  calls: {
    label: 'Calls',
    explain:
      'Every call between the business system and this center, decoded: what the process reports, and what people press.',
    search: 'Task, serial number or words',
    transaction: 'Transaction',
    allTransactions: 'All transactions',
    direction: 'Direction',
    both: 'In and out',
    in: 'In',
    out: 'Out',
    inLong: 'In: the business system calls the center',
    outLong: 'Out: the center calls the business system',
    kind: 'Kind',
    allKinds: 'All kinds',
    outcome: 'Outcome',
    allOutcomes: 'All outcomes',
    outcomes: {
      accepted: 'Accepted',
      failed: 'Failed',
      unanswered: 'No answer',
      running: 'Running',
      struck: 'Hit by a fault',
    },
    running: 'Running',
    noAnswer: 'No answer',
    earlier: 'Show earlier calls',
    searching: 'Searching the earlier calls …',
    searchedTo: (seq: number, at: string) => `Searched back to #${seq}, ${at}`,
    searchOn: 'Search on',
    begins: 'Calls are kept only while the sandbox runs: the list begins at its last start.',
    empty: {
      title: 'No calls yet',
      hint: 'As soon as a process starts or somebody presses a button, its calls appear here.',
    },
    noneOf: {
      title: 'No calls of this transaction',
      hint: 'The sandbox keeps calls only while it runs: those before its last start are gone.',
    },
    noneFits: { title: 'No matching calls', hint: 'Change the filter, or wait: new calls appear automatically.' },
    pick: 'Choose a call',
    legend: 'How to read the calls',
    gone: { title: 'This call is no longer stored', hint: 'The sandbox keeps only the latest calls.' },
    took: (ms: number) => `${ms} ms`,
    items: (count: number) => plural(count, 'report'),
  },

  call: {
    label: 'Call',
    why: 'Why it was sent',
    about,
    means,
    aboutBeginning: 'The business system reports the first tasks of a process.',
    meansBeginning: 'The tasks named as next are the first of a transaction in the center.',
    outcome,
    asking: 'Asking the business system for its explanation …',
    noReason: 'The business system gives no explanation for this report.',
    request: 'Request',
    answer: 'Answer',
    headers: 'Headers',
    noBody: 'No body',
    precisely: (text: string, detail: string) => `${text} (${detail})`,
    without: (part: string, why: string) => `${part}: ${why}`,
    stillRuns: 'Still in progress.',
    noAnswer: 'No answer came',
    decrypted: 'Shown as it was before encryption.',
    copyJson: 'Copy',
    copyCurl: 'Copy as curl',
    curlNote:
      'Copy as curl gives a command that runs as it is: it fetches a token and contains the signature that is hidden here. A press is repeated through the control API with the same uuid, since the center encrypts and signs it.',
    struck: (fault: string, name: string) => `Struck by the fault ${fault}: ${name}`,
    from: 'Business system',
    center: 'Center',
    openTask: 'Open the task',
    status: {
      next: (previous: string, next: string) => `${previous} is handled; next: ${next}`,
      nextByOther: (previous: string, { who, what }: { readonly who: string; readonly what: string }, next: string) =>
        `${previous}: “${what}” by ${who}; next: ${next}`,
      none: (previous: string) => `${previous} is handled; the process waits for the rest`,
      end: (previous: string) => `${previous} is handled; the transaction is concluded`,
      first: (next: string) => `Starts with: ${next}`,
    },
    pressed: (who: string, button: string) => `${who} pressed ${button}`,
    pressedUnnamed: (who: string) => `${who} pressed a button`,
    asked: (count: number) => `The center asks for the state of ${plural(count, 'task')}`,
    sent: (title: string, to: string) => `“${title}” to ${to}`,
    token: 'The business system asks for an access token',
    accepted: 'Accepted',
    repeated: 'Accepted before',
    code: (code: string) => `Code ${code}`,
    expected: {
      beginning:
        '2004 is correct here: a process starts without a task, so the center cannot know the previous one. The next task was created.',
      incomplete: '2004 is correct here: a process starts without a task, so the center cannot know the previous one.',
      repeat: 'The errors are correct here: an earlier call has the same report. Nothing was done twice.',
      continuation: '2005 is correct here: an earlier report has handled this task, and this one continues from it.',
    },
    askedOf: (names: string, others: number) =>
      `The center asks for the state of ${names}${others === 0 ? '' : ` and ${plural(others, 'other task')}`}`,
    states: 'Tasks it asks about',
    others: (count: number) => plural(count, 'task of another transaction', 'tasks of other transactions'),
    noState: 'No answer',
    errors: (count: number) => `${plural(count, 'item')} failed`,
  },

  faults: {
    title: 'Make something go wrong',
    explain:
      'A real center fails now and then. Switch on a fault, use the inbox, and check in the calls that nothing is lost and nothing is done twice.',
    banner: (names: string) => `Faults are on: ${names}`,
    show: 'Show',
    clear: 'Clear all',
    active: 'Switched on',
    noneActive: 'No fault is on. Switch on one of the faults below.',
    known: 'Available faults',
    names: faultNames,
    strikes: (calls: string) => `Can strike: ${calls}`,
    struck: (count: number) => (count === 0 ? 'not struck yet' : `struck ${plural(count, 'time')}`),
    left: (count: number) => `${count} to go`,
    chance: (percent: string) => `${percent} of the calls`,
    add: (fault: string) => `Set up ${fault}`,
    addShort: 'Set up…',
    remove: (fault: string) => `Switch off ${fault}`,
    when: 'When',
    next: 'The next calls',
    probability: 'By chance',
    howMany: 'How many calls',
    percent: 'Percent of the calls',
    seed: 'Seed',
    seedHint: 'With the same faults and the same seed, the same calls are struck again.',
    options: faultOptions,
    optionDefault: 'default',
    set: 'Switch on',
    needsNumber: (label: string, { min, max, isWhole }: NumberRange) =>
      `${label}: enter a ${isWhole ? 'whole ' : ''}number${max === undefined ? `, ${min} or more` : ` from ${min} to ${max}`}.`,
    needsOne: (label: string, values: string) => `${label}: enter one of ${values}.`,
    cancel: 'Cancel',
    done: (fault: string) => `${fault} is on`,
    removed: (fault: string) => `${fault} is off`,
    cleared: 'All faults are off',
  },

  clock: {
    title: 'The clock of the center',
    explain: 'Due times, old tasks and the nightly run take hours. Set the clock forward instead of waiting.',
    zone: (zone: string) => `Time zone ${zone}`,
    ahead: (duration: string) => `${duration} ahead of the real time`,
    onTime: 'the same as the real time',
    advance: 'Set forward',
    hours: 'Hours',
    advanced: (time: string) => `Set to ${time}`,
    once: 'It cannot be set back, and stays ahead until the sandbox ends; with a data file, also after a restart.',
    nightly: 'The nightly run',
    nightlyExplain:
      'Every night at 23:00 the center asks the business systems for the state of all open tasks, and updates those that differ.',
    run: 'Run it now',
    ran: (count: number) =>
      count === 0
        ? 'No application was asked: none has open tasks and an address for these requests.'
        : `Asked: ${plural(count, 'application')}`,
    runs: 'Requests since the start of the sandbox',
    noRuns: 'No requests yet.',
    trigger: { nightly: 'nightly run', open: 'old task opened' },
    tasks: (count: number, closed: number) =>
      `${plural(count, 'task')}, ${closed === 0 ? 'none' : closed} reported as closed`,
    problems: (count: number) => (count === 0 ? 'correct answer' : plural(count, 'problem')),
  },
};
