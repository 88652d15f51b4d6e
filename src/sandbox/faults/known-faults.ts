/** Every fault there is: what the README, the control API and the inbox list. */

/** The calls that can be struck: the center receives the first three and sends the other two. */
export const FAULT_CALLS = ['token', 'taskHandle', 'messageSend', 'button', 'taskStatus'] as const;
/** A call that can be struck. */
export type FaultCall = (typeof FAULT_CALLS)[number];

const IN = ['token', 'taskHandle', 'messageSend'] as const;
const ENDPOINTS = ['taskHandle', 'messageSend'] as const;
const OUT = ['button', 'taskStatus'] as const;

/** What a fault does. */
export interface FaultMeaning {
  /** What happens, in a sentence. */
  readonly description: string;
  /** The calls it can strike. */
  readonly calls: readonly FaultCall[];
  /** The options of a rule for it, in addition to those of every rule. */
  readonly options: readonly FaultOption[];
}

/** What the options mean. Defaults are in `fault-rule.ts`. */
export const FAULT_OPTIONS = {
  ms: 'how long, in milliseconds; for a call that is held until something else happens, the maximum',
  status: 'HTTP status, 400 to 599; for faults after the work is done, 500 to 599',
  retryAfterSeconds: 'value of the header Retry-After; omitted: no header',
  code: 'code of the answer, or of its entry in errorIds',
  item: 'index of the item in the call, from 0; omitted: chosen at random',
  together: 'true: the second call is sent while the first is in progress',
  key: 'the new key, encoded as the old one; omitted: a random key',
  keepsOld: 'true: the key set contains the old key and the new one',
} as const;
/** A value that a fault takes. */
export type FaultOption = keyof typeof FAULT_OPTIONS;

export const FAULTS = {
  latency: {
    description: 'the call is delayed',
    calls: FAULT_CALLS,
    options: ['ms'],
  },
  'time-out-before': {
    description: 'the center never answers, and did nothing',
    calls: IN,
    options: [],
  },
  'time-out-after': {
    description: 'the center does the work and never answers',
    calls: IN,
    options: [],
  },
  'reset-before': {
    description: 'the connection breaks before the other side did anything',
    calls: FAULT_CALLS,
    options: [],
  },
  'reset-after': {
    description: 'the work is done, then the connection breaks: the answer is lost',
    calls: FAULT_CALLS,
    options: [],
  },
  'answer-cut': {
    description: 'the work is done, and the connection breaks in the middle of the answer',
    calls: IN,
    options: [],
  },
  'http-error-before': {
    description: 'an HTTP error, as from a proxy; nothing was done',
    calls: IN,
    options: ['status', 'retryAfterSeconds'],
  },
  'http-error-after': {
    description: 'the work is done, and the answer is an HTTP error',
    calls: IN,
    options: ['status', 'retryAfterSeconds'],
  },
  'outer-code-before': {
    description: 'the outer code is not 0; nothing was done',
    calls: ENDPOINTS,
    options: ['code'],
  },
  'outer-code-after': {
    description: 'the work is done, and the outer code is not 0',
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
    description: 'the work is done, and errorIds names a task that the call did not name',
    calls: ['taskHandle'],
    options: ['code'],
  },
  'token-expired': {
    description: 'the access token of the call expires when the call arrives; of a token call, the new one at once',
    calls: IN,
    options: [],
  },
  'token-revoked': {
    description: 'the access token of the call is revoked when the call arrives; of a token call, the new one at once',
    calls: IN,
    options: [],
  },
  lost: {
    description: 'the center believes that it made the call, but the call was never sent',
    calls: OUT,
    options: [],
  },
  duplicate: {
    description: 'the center makes the same call twice, with the same uuid',
    calls: OUT,
    options: ['together'],
  },
  reordered: {
    description: 'the call is held until a later call of its kind was answered',
    calls: OUT,
    options: ['ms'],
  },
  'late-click': {
    description: 'the person presses again, with another uuid, after the task was handled; only HANDLE buttons',
    calls: ['button'],
    options: ['ms'],
  },
  'two-members': {
    description: 'another member of the group presses the same button at the same moment; only tasks of a group',
    calls: ['button'],
    options: [],
  },
  'wrong-cipher': {
    description: 'the parameters are encrypted with a wrong key',
    calls: ['button'],
    options: [],
  },
  'cipher-rotated': {
    description: 'from this call on the parameters are encrypted with a new key, until the faults are cleared',
    calls: ['button'],
    options: ['key'],
  },
  'id-token-key-rotated': {
    description: 'from this call on the tokens of persons are signed with a new key, which the key set contains',
    calls: ['button'],
    options: ['keepsOld'],
  },
} as const satisfies Record<string, FaultMeaning>;

/** The name of a fault, in a rule. */
export type FaultName = keyof typeof FAULTS;

/** A fault with its name, for pages and people. */
export interface KnownFault extends FaultMeaning {
  /** Its name in a rule. */
  readonly fault: FaultName;
  /** The calls it can strike; a rule without `calls` can strike all of them. */
  readonly calls: readonly FaultCall[];
}

/** All of them, in the order of the table. */
export const KNOWN_FAULTS: readonly KnownFault[] = Object.entries(FAULTS).map(([fault, meaning]) => ({
  // The keys of the table are the names of the faults.
  fault: fault as FaultName,
  ...meaning,
}));
