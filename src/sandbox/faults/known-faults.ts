/** Every fault there is. This table is what a developer reads, and what switches on a page are made of. */

/** The calls that can be struck: the first three come in, the center makes the other two. */
export const FAULT_CALLS = ['token', 'taskHandle', 'messageSend', 'button', 'taskStatus'] as const;
/** A call that can be struck. */
export type FaultCall = (typeof FAULT_CALLS)[number];

const IN = ['token', 'taskHandle', 'messageSend'] as const;
const ENDPOINTS = ['taskHandle', 'messageSend'] as const;
const OUT = ['button', 'taskStatus'] as const;

/** What a fault does. */
export interface FaultMeaning {
  /** What happens, for a person. */
  readonly description: string;
  /** The calls it can strike. */
  readonly calls: readonly FaultCall[];
  /** The options of a rule that names it, beside those that every rule has. */
  readonly options: readonly FaultOption[];
}

/** What the options mean. A default, where there is one, stands in `fault-rule.ts`. */
export const FAULT_OPTIONS = {
  ms: 'how long, in milliseconds; of what is held until something else happens, how long at most',
  status: 'HTTP status, 400 to 599; with the work done, 500 to 599',
  retryAfterSeconds: 'value of the header Retry-After; left out, there is none',
  code: 'code of the answer, or of its entry in errorIds',
  item: 'which item of the call, from 0; left out, one is drawn',
  together: 'true: the second call is sent while the first is under way',
  key: 'the new key, encoded as the old one; left out, nobody knows it',
  keepsOld: 'true: the old key stays in the key set beside the new one',
} as const;
/** A value that a fault takes. */
export type FaultOption = keyof typeof FAULT_OPTIONS;

export const FAULTS = {
  latency: {
    description: 'the call reaches the other side only after a while',
    calls: FAULT_CALLS,
    options: ['ms'],
  },
  'time-out-before': {
    description: 'the center never answers, and has done nothing',
    calls: IN,
    options: [],
  },
  'time-out-after': {
    description: 'the center does the work and never answers',
    calls: IN,
    options: [],
  },
  'reset-before': {
    description: 'the connection breaks before the other side can do anything',
    calls: FAULT_CALLS,
    options: [],
  },
  'reset-after': {
    description: 'the work is done, then the connection breaks: the lost answer',
    calls: FAULT_CALLS,
    options: [],
  },
  'answer-cut': {
    description: 'the work is done, and the connection breaks in the middle of the answer',
    calls: IN,
    options: [],
  },
  'http-error-before': {
    description: 'an HTTP error, as of a proxy; nothing was done',
    calls: IN,
    options: ['status', 'retryAfterSeconds'],
  },
  'http-error-after': {
    description: 'the work is done, and the answer is an HTTP error',
    calls: IN,
    options: ['status', 'retryAfterSeconds'],
  },
  'outer-code-before': {
    description: 'an outer code other than 0; nothing was done',
    calls: ENDPOINTS,
    options: ['code'],
  },
  'outer-code-after': {
    description: 'the work is done, and the outer code is another than 0',
    calls: ENDPOINTS,
    options: ['code'],
  },
  'item-failure': {
    description: 'one item of the call is not done, and errorIds names its previous task',
    calls: ['taskHandle'],
    options: ['code', 'item'],
  },
  'creation-failure': {
    description: 'one next task of the call is not created, and errorIds names it; its previous task is handled',
    calls: ['taskHandle'],
    options: ['code', 'item'],
  },
  'foreign-entry': {
    description: 'the work is done, and errorIds names a task that the call did not',
    calls: ['taskHandle'],
    options: ['code'],
  },
  'token-expired': {
    description: 'the access token of the call expires as it comes in; of a token call, the new one at once',
    calls: IN,
    options: [],
  },
  'token-revoked': {
    description: 'the access token of the call is revoked as it comes in; of a token call, the new one at once',
    calls: IN,
    options: [],
  },
  lost: {
    description: 'the center believes it called, and the call never left',
    calls: OUT,
    options: [],
  },
  duplicate: {
    description: 'the center makes the same call twice, with the same uuid',
    calls: OUT,
    options: ['together'],
  },
  reordered: {
    description: 'the call is held until a later one of its kind was answered',
    calls: OUT,
    options: ['ms'],
  },
  'late-click': {
    description: 'the person clicks once more, with another uuid, after the task has moved; of HANDLE buttons',
    calls: ['button'],
    options: ['ms'],
  },
  'two-members': {
    description: 'another member of the group presses the same button at the same moment; of tasks with a group',
    calls: ['button'],
    options: [],
  },
  'wrong-cipher': {
    description: 'the parameters are encrypted with another key than agreed',
    calls: ['button'],
    options: [],
  },
  'cipher-rotated': {
    description: 'from this call on the parameters are encrypted with a new key, until the faults are cleared',
    calls: ['button'],
    options: ['key'],
  },
  'id-token-key-rotated': {
    description: 'from this call on the tokens of persons are signed with a new key, which the key set shows',
    calls: ['button'],
    options: ['keepsOld'],
  },
} as const satisfies Record<string, FaultMeaning>;

/** Names a fault, in a rule. */
export type FaultName = keyof typeof FAULTS;

/** A fault as a page or a person can choose it. */
export interface KnownFault extends FaultMeaning {
  /** Its name in a rule. */
  readonly fault: FaultName;
  /** The calls it can strike; a rule without `calls` strikes them all. */
  readonly calls: readonly FaultCall[];
}

/** All of them, in the order of the table. */
export const KNOWN_FAULTS: readonly KnownFault[] = Object.entries(FAULTS).map(([fault, meaning]) => ({
  // The keys of the table are the names of the faults.
  fault: fault as FaultName,
  ...meaning,
}));
