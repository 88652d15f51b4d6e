/** The texts of the traffic screen in English. */
import type { FaultCall, FaultName, FaultOption } from '../../faults/known-faults.ts';
import type { CallKind } from '../../http/traffic.ts';
import { plural } from './plural.ts';

const kinds: Readonly<Record<CallKind | FaultCall, string>> = {
  token: 'Token',
  taskHandle: 'Task handling',
  messageSend: 'Message',
  button: 'Button',
  taskStatus: 'Task status',
  other: 'Other',
};

/** Empty in English: the sandbox describes its faults in it. */
const faultNames: Readonly<Partial<Record<FaultName, string>>> = {};

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

export const enTraffic = {
  label: 'What is shown',
  views: { calls: 'Calls', faults: 'Faults', clock: 'Clock' },
  kinds,

  calls: {
    label: 'Calls',
    explain:
      'Every call between the business system and this center, decoded: what the process reports, and what people press.',
    search: 'Search these calls',
    transaction: 'Transaction',
    allTransactions: 'All transactions',
    in: 'In: the business system calls the center',
    out: 'Out: the center calls the business system',
    kind: 'Kind',
    allKinds: 'All kinds',
    running: 'Running',
    earlier: 'Show earlier calls',
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
    gone: { title: 'This call is no longer stored', hint: 'The sandbox keeps only the latest calls.' },
    took: (ms: number) => `${ms} ms`,
    items: (count: number) => plural(count, 'report'),
  },

  call: {
    label: 'Call',
    why: 'Why it was sent',
    about,
    means,
    meansBeginning: 'The tasks named as next are the first of a transaction in the center.',
    asking: 'Asking the business system for its explanation …',
    noReason: 'The business system gives no explanation for this report.',
    request: 'Request',
    answer: 'Answer',
    headers: 'Headers',
    noAnswer: 'No answer',
    decrypted: 'Shown as it was before encryption.',
    struck: (fault: string) => `Struck by the fault ${fault}`,
    system: 'Business system',
    center: 'Center',
    openTask: 'Open the task',
    status: {
      next: (previous: string, next: string) => `${previous} is handled; next: ${next}`,
      none: (previous: string) => `${previous} is handled; the process waits for the rest`,
      end: (previous: string) => `${previous} is handled; the transaction is concluded`,
      first: (next: string) => `Starts with: ${next}`,
    },
    pressed: (who: string, button = 'a button') => `${who} pressed ${button}`,
    asked: (count: number) => `The center asks for the state of ${plural(count, 'task')}`,
    sent: (title: string, to: string) => `“${title}” to ${to}`,
    token: 'The business system asks for an access token',
    accepted: 'Accepted',
    repeated: 'Accepted before',
    code: (code: string) => `Code ${code}`,
    /** By the code of an error that is no failure. */
    expected: {
      2004: '2004 is correct here: a process starts without a task, so the center cannot know the previous one.',
      2005: '2005 means that the task was reported before, by a call that this one repeats or continues. Nothing was done twice.',
    },
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
    remove: (fault: string) => `Switch off ${fault}`,
    when: 'When',
    next: 'The next calls',
    probability: 'Percent of the calls',
    amount: 'How many',
    seed: 'Seed',
    options: faultOptions,
    optionDefault: 'default',
    set: 'Switch on',
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
    runs: 'Requests since the start of the sandbox',
    noRuns: 'No requests yet.',
    trigger: { nightly: 'nightly run', open: 'old task opened' },
    tasks: (count: number, closed: number) =>
      `${plural(count, 'task')}, ${closed === 0 ? 'none' : closed} reported as closed`,
    problems: (count: number) => (count === 0 ? 'correct answer' : plural(count, 'problem')),
  },
};
