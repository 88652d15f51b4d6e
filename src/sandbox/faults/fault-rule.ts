import { z } from 'zod';
import { FAULT_CALLS, type FaultCall } from './known-faults.ts';

/** Which faults strike, and the seed that a run can be made again with. */
export interface FaultPlan {
  /** Of the generator of the faults, which draws for nothing else: 0 to 4 294 967 295. Default: a random one. */
  readonly seed?: number;
  /** In order: of several that would strike a call the first does. */
  readonly rules: readonly FaultRule[];
}

/** One fault, when it strikes, and on which calls. */
export type FaultRule = FaultChoice &
  FaultMoment & {
    /** Default: every call that the fault can strike. */
    readonly calls?: readonly FaultCall[];
  };

/** When a rule strikes: each call with a probability from 0 to 1, or the next so many it can strike. */
export type FaultMoment =
  | { readonly probability: number; readonly next?: never }
  | { readonly next: number; readonly probability?: never };

/** The fault and its options; what each does stands in `sandbox.faults.known`. */
export type FaultChoice =
  /** Milliseconds; default 1 000. */
  | { readonly fault: 'latency' | 'reordered' | 'late-click'; readonly ms?: number }
  | { readonly fault: PlainFault }
  /** Default 503, without Retry-After. */
  | {
      readonly fault: 'http-error-before' | 'http-error-after';
      readonly status?: number;
      readonly retryAfterSeconds?: number;
    }
  /** Any code but 0, of messages -1 and 500 above all; default 500. */
  | { readonly fault: 'outer-code-before' | 'outer-code-after'; readonly code?: number }
  /** 400, 500, 2004 or 2005; default 500. */
  | {
      readonly fault: 'item-failure' | 'creation-failure';
      readonly code?: ItemCode;
      readonly item?: number;
    }
  | { readonly fault: 'foreign-entry'; readonly code?: ItemCode }
  /** Default false: the second is sent when the first was answered. */
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

/** What a center answers for one item (spec, Errors). */
export type ItemCode = 400 | 500 | 2004 | 2005;

const HOUR_MS = 3_600_000;

const when = {
  /** Which calls it may strike. Default: all that it can. */
  calls: z.array(z.enum(FAULT_CALLS)).min(1).optional(),
  /** Of each call, from 0 to 1. */
  probability: z.number().min(0).max(1).optional(),
  /** So many calls from now on, and then no more. */
  next: z.int().min(1).optional(),
};

function rule<Name extends string, Options extends z.core.$ZodLooseShape>(fault: Name, options: Options) {
  return z.strictObject({
    /** What it does; `sandbox.faults.known` says more. */
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
  /** Of the header Retry-After. Default: there is none. */
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
    .refine((code) => code !== 0, 'must be another code than 0')
    .default(500),
};
const failure = {
  /** Of the entry in errorIds. */
  code: z.literal([400, 500, 2004, 2005]).default(500),
};
const item = {
  ...failure,
  /** Which item of the call, from 0. Default: any. */
  item: z.int().min(0).optional(),
};

/** A rule with its defaults filled in. */
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
    /** True: both are sent at once; false: the second when the first was answered. */
    together: z.boolean().default(false),
  }),
  rule('reordered', wait),
  rule('late-click', wait),
  rule('two-members', {}),
  rule('wrong-cipher', {}),
  rule('cipher-rotated', {
    /** The new key, encoded as the first. Default: one that nobody knows. */
    key: z.string().optional(),
  }),
  rule('id-token-key-rotated', {
    /** Whether the set of keys still holds the old one. */
    keepsOld: z.boolean().default(true),
  }),
]);
/** A rule with the defaults of what it leaves out. */
export type ReadFaultRule = z.output<typeof FaultRuleSchema>;
