import { pick, type Random } from '../support/random.ts';
import { MAX_STATUS_BODY } from './fuzz-bridge.ts';
import type { Known } from './known.ts';
import { isObject, ODD, STRANGE_IDS } from './make-call.ts';
import type { Mutation } from './mutate.ts';

/** A question for the state of tasks, as a center is about to ask it. */
export interface Question {
  /** Of an honest question a list of ids, bare or in an object. */
  readonly body: unknown;
  readonly method: string;
  readonly contentType: string;
}

/** Ids that were seen, that never were, and that are named twice. */
export function makeHonestQuestion(random: Random, known: Known): Question {
  const ids = Array.from({ length: random.below(9) }, () => pickId(random, known));
  const isBare = random.below(2) === 0;
  return {
    body: isBare ? ids : { taskIds: ids },
    method: pick(random, ['POST', 'POST', 'PUT']),
    contentType: 'application/json',
  };
}

function pickId(random: Random, { open, closed }: Known): string {
  return pick(random, [...open.map(({ taskId }) => taskId), ...closed, pick(random, STRANGE_IDS)]);
}

/** Does something to the list, wherever it stands. */
function change(edit: (ids: readonly unknown[], random: Random, known: Known) => unknown): Mutation<Question> {
  return ({ body }, random, known) => {
    if (Array.isArray(body)) return { body: edit(body, random, known) };
    if (!isObject(body) || !Array.isArray(body.taskIds)) return undefined;
    return { body: { ...body, taskIds: edit(body.taskIds, random, known) } };
  };
}

function putIn(ids: readonly unknown[], at: number, value: unknown): unknown[] {
  return [...ids.slice(0, at), value, ...ids.slice(at)];
}

const PROTO = '__proto__';

/** What may be wrong, or only unusual, with a question to the signed address. */
export const QUESTION_MUTATIONS: Readonly<Record<string, Mutation<Question>>> = {
  'an id that never was': change((ids, random) => putIn(ids, random.below(ids.length + 1), pick(random, STRANGE_IDS))),
  'an id with half a character': change((ids, random) => putIn(ids, random.below(ids.length + 1), '\ud800')),
  'an id named twice': change((ids, random) => (ids.length > 0 ? [...ids, pick(random, ids)] : ids)),
  'an id of another type': change((ids, random) => putIn(ids, random.below(ids.length + 1), pick(random, ODD))),
  'an empty id': change((ids, random) => putIn(ids, random.below(ids.length + 1), '')),
  'a list in the list': change((ids) => [ids]),
  'a list that is none': change((_ids, random) => pick(random, ODD)),
  'the ids in one text': change((ids) => JSON.stringify(ids)),
  'an object for the list': change((ids) => ({ ...ids })),
  '2,000 ids': change((_ids, random, known) =>
    Array.from({ length: 2000 }, () => (random.below(9) === 0 ? 'x' : pickId(random, known).slice(0, 40))),
  ),
  'more than fits': change((ids) => [...ids, 'x'.repeat(MAX_STATUS_BODY)]),
  'a list of 500 levels': change((ids) => {
    let deep: unknown = ids;
    for (let level = 0; level < 500; level++) deep = [deep];
    return deep;
  }),
  'a body that is no object': (_question, random) => ({ body: pick(random, ODD) }),
  'another name for the list': ({ body }) => (isObject(body) ? { body: { taskids: body.taskIds } } : undefined),
  'a field __proto__': ({ body }, random) =>
    isObject(body) ? { body: { ...body, [PROTO]: pick(random, ODD) } } : undefined,
  'a field too many': ({ body }) => (isObject(body) ? { body: { ...body, traceId: 7 } } : undefined),
  'another method': (_question, random) => ({
    method: pick(random, ['POST', 'PUT', 'GET', 'DELETE', 'PATCH', 'OPTIONS']),
  }),
  'another content type': (_question, random) => ({
    contentType: pick(random, ['', 'text/plain', 'application/json; charset=latin1', 'APPLICATION/JSON', ',']),
  }),
};
