import type { ProxiedAnswer, ProxiedCall } from '../../support/flaky-proxy.ts';
import { MESSAGE_PATH, type RawObject, type SandboxAccess, TASK_PATH } from '../../support/inner/conformance.ts';
import type { Between } from '../between.ts';
import {
  anyAnswer,
  asObject,
  type Breakage,
  drop,
  eachCall,
  eachEntry,
  eachItem,
  eachNext,
  entries,
  isObject,
  listOf,
  swap,
  taskAnswer,
} from './breakage.ts';

const isFailed = (body: RawObject) => listOf(asObject(body.data).errorIds).length > 0;
const ofCode = (code: number, change: RawObject): Between =>
  eachEntry((entry) => (entry.code === code ? { ...entry, ...change } : entry));

const itemsIn = ({ path, body }: ProxiedCall): readonly unknown[] =>
  path.endsWith(TASK_PATH) && body.startsWith('[') ? listOf(JSON.parse(body)) : [];
const entriesIn = (body: string): readonly unknown[] => listOf(asObject(asObject(JSON.parse(body)).data).errorIds);

/** It works through the items of a call one by one, and does nothing behind one that fails. */
const stopsAtFailure: Between = {
  async called(call) {
    let answer: ProxiedAnswer | undefined;
    const items = itemsIn(call);
    for (const item of items.length > 1 ? items : []) {
      answer = await call.forward({ body: JSON.stringify([item]) });
      if (entriesIn(answer.body).length > 0) break;
    }
    return answer ?? call.forward();
  },
};

/** It leaves the previous task of an item open when one of its next tasks cannot be created. */
const handlesOnlyWithAllCreated: Between = {
  async called(call) {
    const cannotCreate = (item: unknown) =>
      listOf(asObject(item).next).some((next) => isObject(next) && next.nodeId === '');
    const items = itemsIn(call);
    if (!items.some(cannotCreate)) return call.forward();
    const previousTaskId = 'of-nobody';
    const changed = items.map((item) => (cannotCreate(item) ? { ...asObject(item), previousTaskId } : item));
    const answer = await call.forward({ body: JSON.stringify(changed) });
    const errorIds = entriesIn(answer.body).filter((entry) => asObject(entry).taskId !== previousTaskId);
    return { ...answer, body: JSON.stringify({ ...asObject(JSON.parse(answer.body)), data: { errorIds } }) };
  },
};

const shown = (shows: (access: SandboxAccess) => Partial<SandboxAccess>): Between => ({ shows });
const initiatedAs = (change: (each: ReturnType<SandboxAccess['initiated']>[number]) => object): Between =>
  shown((access) => ({
    initiated: (account) => access.initiated(account).map((each) => ({ ...each, ...change(each) })),
  }));

/** States, endpoint 2 and its answer. */
export const TASK_ENDPOINT: readonly Breakage[] = [
  [
    'Task handling response',
    'timestamp is in seconds',
    taskAnswer((body) => ({ ...body, timestamp: Math.round(Date.now() / 1000) })),
  ],
  ['Task handling response', 'took is missing', taskAnswer(drop('took'))],
  ['Task handling response', 'took is a fraction', taskAnswer((body) => ({ ...body, took: 0.5 }))],
  ['Task handling response', 'it says nothing', taskAnswer((body) => ({ ...body, message: '' }))],
  ['Task handling response', 'success is 200', taskAnswer(swap('code', 0, 200))],
  ['Task handling response, errorIds entry', 'it has no taskId', eachEntry(drop('taskId'))],
  [
    'Task handling response, errorIds entry',
    'its code is a text',
    eachEntry((entry) => ({ ...entry, code: String(entry.code) })),
  ],
  ['Task handling response, errorIds entry', 'it says nothing', eachEntry((entry) => ({ ...entry, message: '' }))],
  ['States and transitions, next', 'the task is in no handled list', shown(() => ({ handled: () => [] }))],
  [
    'States and transitions, next',
    'one next task is created',
    eachItem((item) => ({ ...item, ...(Array.isArray(item.next) && { next: item.next.slice(0, 1) }) })),
  ],
  ['States and transitions, none', 'no record is added', shown(() => ({ recordsOf: () => [] }))],
  ['States and transitions, none', 'it concludes the transaction', eachItem(swap('status', 'none', 'end'))],
  ['States and transitions, end', 'it does not conclude', eachItem(swap('status', 'end', 'none'))],
  [
    'States and transitions, handled task',
    'it is done again',
    entries((errorIds) => errorIds.filter(({ code }) => code !== 2005)),
  ],
  ['States and transitions, handled task', 'others are not processed', stopsAtFailure],
  ['States and transitions, unknown task', 'the code is another', ofCode(2004, { code: 2005 })],
  ['States and transitions, unknown task', 'others are not processed', stopsAtFailure],
  [
    'Endpoints, requests',
    'it takes a message of every content type',
    eachCall(({ path, headers }) =>
      path.endsWith(MESSAGE_PATH) ? { headers: { ...headers, 'content-type': 'application/json' } } : {},
    ),
  ],
  [
    'Endpoints, requests',
    'it answers a GET',
    { called: async (call) => (call.method === 'GET' ? { status: 200, headers: {}, body: '{}' } : call.forward()) },
  ],
  ['Endpoint 2, rule 1', 'nothing is done behind a failure', stopsAtFailure],
  [
    'Endpoint 2, rule 2',
    'the outer code is that of the failure',
    taskAnswer((body) => (isFailed(body) ? { ...body, code: 500 } : body)),
  ],
  ['Endpoint 2, rule 2', 'the message says success', taskAnswer((body) => ({ ...body, message: 'success' }))],
  ['Endpoint 2, rule 2', 'the first failure alone is listed', entries((errorIds) => errorIds.slice(0, 1))],
  [
    'Endpoint 2, rule 3',
    'it creates nothing where handling fails',
    eachItem((item) => (String(item.previousTaskId).endsWith('nobody') ? { ...item, status: 'none' } : item)),
  ],
  ['Endpoint 2, rule 3', 'it handles nothing where a creation fails', handlesOnlyWithAllCreated],
  [
    'Endpoint 2, rule 3',
    'an entry about a creation names the previous task',
    eachEntry((entry) => (entry.code === 400 ? { ...entry, taskId: 'previous' } : entry)),
  ],
  [
    'Endpoint 2, rule 4',
    'a refusal has the outer code 0',
    anyAnswer(({ status, body }) => ({ status, body: status === 401 ? { ...body, code: 0 } : body })),
  ],
  ['Endpoint 2, rule 5', 'errorIds is null', entries((errorIds) => (errorIds.length === 0 ? null : errorIds))],
  ['Errors, task handling 400', 'the code is another', ofCode(400, { code: 500 })],
  ['Errors, task handling 400', 'it does not name the parameter', ofCode(400, { message: 'a parameter is null' })],
  ['Errors, task handling 500', 'the code is another', ofCode(500, { code: 403 })],
  ['Errors, task handling 2004', 'the words are others', ofCode(2004, { message: 'no such task' })],
  ['Errors, task handling 2005', 'the words are others', ofCode(2005, { message: 'done' })],
  [
    'Limits, summaries',
    'it takes six',
    eachNext((next) => ({
      ...next,
      ...(Array.isArray(next.taskSummary) && { taskSummary: next.taskSummary.slice(0, 5) }),
    })),
  ],
  [
    'Limits, summaries',
    'it takes one without a bar',
    eachNext((next) => ({
      ...next,
      ...(Array.isArray(next.transSummary) && {
        transSummary: next.transSummary.map((entry) => (String(entry).includes('|') ? entry : `${entry}|`)),
      }),
    })),
  ],
  [
    'Limits, summaries',
    'their order is another',
    eachNext((next) => ({
      ...next,
      ...(Array.isArray(next.taskSummary) && { taskSummary: next.taskSummary.toReversed() }),
    })),
  ],
  [
    'Limits, initiator view',
    'the initiator sees the summary of the task',
    initiatedAs(({ tasks }) => ({ summary: tasks[0]?.summary ?? [] })),
  ],
  [
    'Limits, timeOut',
    'a task is gone after a year',
    shown((access) => ({
      pending: (account) =>
        access.pending(account).filter(({ createdAt }) => access.now() - createdAt < 365 * 86_400_000),
    })),
  ],
  ['Versioning', 'it answers in another version too', eachCall(({ path }) => ({ path: path.replace('/v0/', '/v1/') }))],
];
