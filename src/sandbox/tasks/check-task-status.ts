/** Validates status answers: the table of the spec (Task-status callback, Response), on raw JSON. */

import type { TaskState } from '../../protocol/constants.ts';
import { ACTION_TYPES, HTTP_METHODS, TASK_STATES } from '../../protocol/constants.ts';
import { isCenterTime, isShortCenterTime } from '../center-time.ts';
import { namesIn } from '../setup/directory.ts';
import type { Switches } from '../setup/switches.ts';
import {
  checkFields,
  count,
  type FieldRule,
  isObject,
  listOf,
  oneOf,
  type RawObject,
  text,
  textThat,
  zeroOrOne,
  zeroOrOneOrText,
} from './check-fields.ts';

type Rules = Readonly<Record<string, FieldRule>>;

/** The problem of the whole answer, or the problems of each entry; empty when there are none. */
export type AnswerProblems = { readonly whole: string } | { readonly entries: readonly (readonly string[])[] };

/** Validates the body of an answer to a request about these tasks. */
export function checkStatusAnswer(body: unknown, taskIds: readonly string[], switches: Switches): AnswerProblems {
  if (!isObject(body)) return { whole: 'the answer is not a JSON object' };
  if (body.code !== 0) return { whole: `code is ${JSON.stringify(body.code)}, not 0` };
  if (typeof body.message !== 'string') return { whole: 'message is invalid: must be a string' };
  const { data } = body;
  if (!Array.isArray(data)) return { whole: 'data is invalid: must be an array' };
  if (data.length !== taskIds.length) {
    return { whole: `data has ${data.length} entries for ${taskIds.length} task ids` };
  }
  return { entries: data.map((entry, index) => checkEntry(entry, `data[${index}]`, taskIds[index] ?? '', switches)) };
}

const ENTRY: Rules = {
  taskId: { required: true, check: text },
  taskStatus: { required: true, check: oneOf(TASK_STATES) },
  taskData: { required: true, check: () => [] },
};

function checkEntry(raw: unknown, path: string, taskId: string, switches: Switches): string[] {
  if (!isObject(raw)) return [`${path} is invalid: must be an object`];
  const problems = checkFields(raw, ENTRY, `${path}.`, switches.unknownFields);
  if (problems.length > 0) return problems;
  if (raw.taskId !== taskId) return [`${path}.taskId is ${JSON.stringify(raw.taskId)}, not ${taskId}`];
  const { taskData } = raw;
  if (!isObject(taskData)) return [`${path}.taskData is invalid: must be an object`];
  if (raw.taskStatus === 'IN_PROGRESS') {
    return Object.keys(taskData).length === 0 ? [] : [`${path}.taskData is invalid: must be empty when IN_PROGRESS`];
  }
  return checkTaskData(taskData, `${path}.taskData.`, raw.taskStatus as TaskState, switches);
}

function checkTaskData(raw: RawObject, prefix: string, taskStatus: TaskState, switches: Switches): string[] {
  const time = { check: timeOf(switches.statusTimeForm) };
  const requiredWhen = (holds: boolean) => (holds ? { required: true as const } : {});
  const isNext = taskStatus === 'FINISH' && raw.status === 'next';
  const rules: Rules = {
    handleTime: { required: true, ...time },
    handler: { required: true, check: text },
    handleOpinions: { check: text },
    endTime: { ...requiredWhen(taskStatus === 'SUSPENDED'), ...time },
    turnHandler: { ...requiredWhen(taskStatus === 'TURN'), check: text },
    status: { ...requiredWhen(taskStatus === 'FINISH'), check: oneOf(['next', 'none', 'end']) },
    next: { ...requiredWhen(isNext), check: listOf((task, path) => checkNextTask(task, path, switches)) },
  };
  const problems = checkFields(raw, rules, prefix, switches.unknownFields);
  const isEmpty = isNext && Array.isArray(raw.next) && raw.next.length === 0;
  return isEmpty ? [...problems, `${prefix}next is null: it has no task`] : problems;
}

function timeOf(form: Switches['statusTimeForm']): FieldRule['check'] {
  const isForm = {
    either: (value: string) => isCenterTime(value) || isShortCenterTime(value),
    'yyyy-MM-dd HH:mm:ss': isCenterTime,
    'yy-MM-dd hh:mm:ss': isShortCenterTime,
  }[form];
  const wanted = form === 'either' ? 'yyyy-MM-dd HH:mm:ss or yy-MM-dd hh:mm:ss' : form;
  return textThat(`a time of the form ${wanted}`, isForm);
}

const NEXT_TASK: Rules = {
  appId: { required: true, check: text },
  nodeId: { required: true, check: text },
  nodeName: { required: true, check: text },
  handlers: { check: text },
  handlingGroup: { check: text },
  canDelegate: { check: zeroOrOne },
  initiator: { check: text },
  mHandleUrl: { check: text },
  mViewUrl: { check: text },
  handleUrl: { check: text },
  viewUrl: { check: text },
  serialNumber: { check: text },
  taskId: { check: text },
  taskName: { check: text },
  timeOut: { check: count },
  transTypeCode: { check: text },
  transTypeName: { check: text },
};

const ACTION: Rules = {
  name: { required: true, check: text },
  type: { required: true, check: oneOf(ACTION_TYPES) },
  url: { required: true, check: text },
  optType: { required: true, check: zeroOrOneOrText },
  method: { check: oneOf(HTTP_METHODS) },
};

function checkNextTask(raw: unknown, path: string, { unknownFields }: Switches): string[] {
  if (!isObject(raw)) return [`${path} is invalid: must be an object`];
  const actions = listOf((action, where) => {
    if (!isObject(action)) return [`${where} is invalid: must be an object`];
    const isApi = action.optType === 0 || action.optType === '0';
    const rules = isApi ? { ...ACTION, method: { required: true, check: oneOf(HTTP_METHODS) } as const } : ACTION;
    return checkFields(action, rules, `${where}.`, unknownFields);
  });
  const problems = checkFields(raw, { ...NEXT_TASK, actions: { check: actions } }, `${path}.`, unknownFields);
  const names = [raw.handlers, raw.handlingGroup].filter(
    (field) => typeof field === 'string' && namesIn(field).length > 0,
  );
  if (names.length === 1) return problems;
  const fault = names.length === 0 ? 'is null: give handlers or handlingGroup' : 'is invalid: give one of the two';
  return [...problems, `${path}.handlers ${fault}`];
}
