import { TEXT_NAMES } from './expressions/text-names.ts';

/** The kinds of elements that may have `ttc` names. */
export type TtcPlace =
  | 'process'
  | 'user task'
  | 'service'
  | 'sub-process'
  | 'message event'
  | 'message'
  | 'sequence flow'
  | 'lane'
  | 'other element';

interface TtcName {
  /** The allowed values; absent: any text or expression. */
  readonly values?: RegExp;
  /** The allowed values, for messages. */
  readonly expected?: string;
}

const ANY: TtcName = {};
const ZERO_OR_ONE: TtcName = { values: /^(0|1|true|false)$/, expected: '0 or 1' };

/** No expressions: the center has one value for all instances of a process. */
const PLAIN: TtcName = {
  values: new RegExp(`^(?!\\s*=)(?!.*[$#]\\{)(?!.*\\{(?:${TEXT_NAMES.join('|')})\\})`, 's'),
  expected: 'a plain text: the center has one value for all instances; ttc:transactionName names each instance',
};

const COMPLETION: TtcName = {
  values: /^(all|any|[1-9]\d*|(100|[1-9]\d?)(\.\d+)?%)$/,
  expected: 'all, any, a number such as 2, or a percentage such as 60%',
};

/** All `ttc` names by the kind of element; written as an attribute, an extension property or an extension element. */
export const TTC_NAMES: Readonly<Record<TtcPlace, Readonly<Record<string, TtcName>>>> = {
  process: { transTypeCode: PLAIN, transTypeName: PLAIN, transactionName: ANY, summary: ANY, action: ANY, notify: ANY },
  'user task': {
    handlers: ANY,
    handlingGroup: ANY,
    taskName: ANY,
    summary: ANY,
    timeOut: ANY,
    canDelegate: ZERO_OR_ONE,
    autoCreateTransType: { values: /^(true|false)$/, expected: 'true or false' },
    handleUrl: ANY,
    viewUrl: ANY,
    mHandleUrl: ANY,
    mViewUrl: ANY,
    completion: COMPLETION,
    countersign: { values: /^shared$/, expected: 'shared' },
    action: ANY,
    previousAction: ANY,
    notify: ANY,
  },
  service: { service: ANY },
  'sub-process': { completion: COMPLETION },
  'message event': { correlationKey: ANY, message: ANY },
  message: { correlationKey: ANY },
  'sequence flow': { vote: { values: /^(approve|reject)$/, expected: 'approve or reject' } },
  lane: { handlingGroup: ANY },
  'other element': {},
};
