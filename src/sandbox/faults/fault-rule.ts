import * as z from 'zod';
import { FAULT_CALLS, type FaultCall } from './known-faults.ts';

/** Which faults strike, with the seed that repeats a run. */
export interface FaultPlan {
  /** Seed of the random numbers of the faults: 0 to 4 294 967 295. Default: a random one. */
  readonly seed?: number;
  /** In order: when several match a call, the first one applies. */
  readonly rules: readonly FaultRule[];
}

/** One fault, when it strikes and which calls. */
export type FaultRule = FaultChoice &
  FaultMoment & {
    /** Default: all calls that the fault can strike. */
    readonly calls?: readonly FaultCall[];
  };

/** When a rule strikes: every call with a probability from 0 to 1, or the next `next` calls that it can strike. */
export type FaultMoment =
  | { readonly probability: number; readonly next?: never }
  | { readonly next: number; readonly probability?: never };

/** The fault and its options; `sandbox.faults.known` describes each. */
export type FaultChoice =
  /** Milliseconds; default 1 000. */
  | { readonly fault: 'latency' | 'reordered' | 'late-click'; readonly ms?: number }
  | { readonly fault: PlainFault }
  /** Default 503, without a Retry-After header. */
  | {
      readonly fault: 'http-error-before' | 'http-error-after';
      readonly status?: number;
      readonly retryAfterSeconds?: number;
    }
  /** Any code except 0; message sending uses -1 and 500. Default 500. */
  | { readonly fault: 'outer-code-before' | 'outer-code-after'; readonly code?: number }
  /** 400, 500, 2004 or 2005; default 500. */
  | {
      readonly fault: 'item-failure' | 'creation-failure';
      readonly code?: ItemCode;
      readonly item?: number;
    }
  | { readonly fault: 'foreign-entry'; readonly code?: ItemCode }
  /** Default false: the second call is sent after the first was answered. */
  | { readonly fault: 'duplicate'; readonly together?: boolean }
  | { readonly fault: 'cipher-rotated'; readonly key?: string }
  /** Default true. */
  | { readonly fault: 'id-token-key-rotated'; readonly keepsOld?: boolean };

/** A fault without options. */
export type PlainFault =
  | 'time-out-before'
  | 'time-out-after'
  | 'reset-before'
  | 'reset-after'
  | 'answer-cut'
  | 'token-expired'
  | 'token-revoked'
  | 'lost'
  | 'two-members'
  | 'wrong-cipher';

/** The error codes of a single item (spec, Errors). */
export type ItemCode = 400 | 500 | 2004 | 2005;

const HOUR_MS = 3_600_000;

const when = {
  /** Which calls it may strike. Default: all that the fault can strike. */
  calls: z.array(z.enum(FAULT_CALLS)).min(1).optional(),
  /** Probability for each call, from 0 to 1. */
  probability: z.number().min(0).max(1).optional(),
  /** The number of calls to strike from now on. */
  next: z.int().min(1).optional(),
};

function rule<Name extends string, Options extends z.core.$ZodLooseShape>(fault: Name, options: Options) {
  return z.strictObject({
    /** Name of the fault, described by `sandbox.faults.known`. */
    fault: z.literal(fault),
    ...options,
    ...when,
  });
}

const wait = {
  /** Milliseconds. */
  ms: z.int().min(0).max(HOUR_MS).default(1_000),
};
const refusal = {
  /** HTTP status of the answer. */
  status: z.int().min(400).max(599).default(503),
  /** Value of the header Retry-After in seconds. Default: no header. */
  retryAfterSeconds: z.int().min(0).optional(),
};
const lostAnswer = {
  ...refusal,
  /** HTTP status of the answer. */
  status: z.int().min(500).max(599).default(503),
};
const outerCode = {
  /** Of the whole answer. */
  code: z
    .int()
    .refine((code) => code !== 0, 'must not be 0')
    .default(500),
};
const failure = {
  /** Of the entry in errorIds. */
  code: z.literal([400, 500, 2004, 2005]).default(500),
};
const item = {
  ...failure,
  /** Index of the item in the call, from 0. Default: chosen at random. */
  item: z.int().min(0).optional(),
};

/** A rule with its defaults. */
export const FaultRuleSchema = z.discriminatedUnion('fault', [
  rule('latency', wait),
  rule('time-out-before', {}),
  rule('time-out-after', {}),
  rule('reset-before', {}),
  rule('reset-after', {}),
  rule('answer-cut', {}),
  rule('http-error-before', refusal),
  rule('http-error-after', lostAnswer),
  rule('outer-code-before', outerCode),
  rule('outer-code-after', outerCode),
  rule('item-failure', item),
  rule('creation-failure', item),
  rule('foreign-entry', failure),
  rule('token-expired', {}),
  rule('token-revoked', {}),
  rule('lost', {}),
  rule('duplicate', {
    /** True: both are sent at the same time; false: the second after the first was answered. */
    together: z.boolean().default(false),
  }),
  rule('reordered', wait),
  rule('late-click', wait),
  rule('two-members', {}),
  rule('wrong-cipher', {}),
  rule('cipher-rotated', {
    /** The new key, encoded as the original. Default: a random key. */
    key: z.string().optional(),
  }),
  rule('id-token-key-rotated', {
    /** Whether the key set still contains the old key. */
    keepsOld: z.boolean().default(true),
  }),
]);
/** A rule with all its defaults. */
export type ReadFaultRule = z.output<typeof FaultRuleSchema>;
