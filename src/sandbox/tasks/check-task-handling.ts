/**
 * Validates task handling requests: the tables of the spec (Task handling request, Next-task item, Action item,
 * Previous-action item, Limits), on raw JSON and deliberately without the schemas that the bridge's client uses.
 */
import { ACTION_TYPES, HTTP_METHODS, MAX_SUMMARIES } from '../../protocol/constants.ts';
import { isCenterTime } from '../center-time.ts';
import { namesIn } from '../setup/directory.ts';
import {
  checkFields,
  count,
  type FieldCheck,
  type FieldRule,
  flag,
  isObject,
  listOf,
  oneOf,
  type RawObject,
  text,
  textThat,
  type UnknownFields,
  zeroOrOne,
  zeroOrOneOrText,
} from './check-fields.ts';

/** The problems of an item itself, and of each of its next tasks; empty when there are none. */
export interface ItemProblems {
  readonly own: readonly string[];
  readonly next: readonly (readonly string[])[];
}

type Rules = Readonly<Record<string, FieldRule>>;

const time = textThat('a time of the form yyyy-MM-dd HH:mm:ss', isCenterTime);
const summary = textThat('of the form title|content', (entry) => entry.indexOf('|') > 0);

const ITEM: Rules = {
  appId: { required: true, check: text },
  handler: { required: true, check: text },
  status: { required: true, check: oneOf(['next', 'none', 'end']) },
  previousTaskId: { required: true, check: text },
  handleOpinions: { check: text },
  handleStatus: { check: text },
  handleTime: { check: time },
  handlerName: { check: text },
  next: { check: () => [] },
};

const ACTION: Rules = {
  name: { required: true, check: text },
  type: { required: true, check: oneOf(ACTION_TYPES) },
  url: { required: true, check: text },
  optType: { required: true, check: zeroOrOneOrText },
  method: { check: oneOf(HTTP_METHODS) },
  allowMerge: { check: zeroOrOne },
  nextNodeKey: { check: text },
};

const PREVIOUS_ACTION: Rules = { ...ACTION, times: { check: count } };

const NEXT_TASK: Rules = {
  handlers: { check: text },
  handlingGroup: { check: text },
  nodeId: { required: true, check: text },
  nodeName: { required: true, check: text },
  transTypeCode: { required: true, check: text },
  autoCreateTransType: { check: flag },
  canDelegate: { check: zeroOrOne },
  handleUrl: { check: text },
  viewUrl: { check: text },
  mHandleUrl: { check: text },
  mViewUrl: { check: text },
  mhandleUrl: { check: text },
  mviewUrl: { check: text },
  initiator: { check: text },
  initiatorName: { check: text },
  taskSummary: { check: listOf(summary, MAX_SUMMARIES) },
  transSummary: { check: listOf(summary, MAX_SUMMARIES) },
  timeOut: { check: count },
  serialNumber: { check: text },
  taskId: { check: text },
  taskName: { check: text },
  transTypeName: { check: text },
  transcationName: { check: text },
  status: { check: text },
};

/** Validates one item of the array. `next` is ignored unless the status is next (spec, `next`). */
export function checkItem(raw: unknown, unknownFields: UnknownFields): ItemProblems {
  if (!isObject(raw)) return { own: [raw === null ? 'item is null' : 'item is invalid: must be an object'], next: [] };
  const actions = listOf(checkButton(PREVIOUS_ACTION, unknownFields));
  const own = checkFields(raw, { ...ITEM, previousActions: { check: actions } }, '', unknownFields);
  if (raw.status !== 'next') return { own, next: [] };
  const { next } = raw;
  if (next === undefined || next === null) return { own: [...own, 'next is null'], next: [] };
  if (!Array.isArray(next)) return { own: [...own, 'next is invalid: must be an array'], next: [] };
  if (next.length === 0) return { own: [...own, 'next is null: it has no task'], next: [] };
  return { own, next: next.map((task, index) => checkNextTask(task, `next[${index}]`, unknownFields)) };
}

function checkNextTask(raw: unknown, path: string, unknownFields: UnknownFields): string[] {
  if (!isObject(raw)) return [raw === null ? `${path} is null` : `${path} is invalid: must be an object`];
  const actions = listOf(checkButton(ACTION, unknownFields));
  const problems = checkFields(raw, { ...NEXT_TASK, actions: { check: actions } }, `${path}.`, unknownFields);
  return namesSomebody(raw) ? problems : [...problems, `${path}.handlers is null: give handlers or handlingGroup`];
}

function namesSomebody(raw: RawObject): boolean {
  return [raw.handlers, raw.handlingGroup].some((field) => typeof field === 'string' && namesIn(field).length > 0);
}

function checkButton(rules: Rules, unknownFields: UnknownFields): FieldCheck {
  return (raw, path) => {
    if (!isObject(raw)) return [raw === null ? `${path} is null` : `${path} is invalid: must be an object`];
    const problems = checkFields(raw, rules, `${path}.`, unknownFields);
    const isApi = raw.optType === 0 || raw.optType === '0';
    const lacksMethod = isApi && (raw.method === undefined || raw.method === null);
    return lacksMethod ? [...problems, `${path}.method is null`] : problems;
  };
}
