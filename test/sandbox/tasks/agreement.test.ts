/**
 * The sandbox judges raw JSON without the schemas of protocol/. Two readings of one spec, made apart: whatever one of
 * them accepts and the other refuses is a mistake in one of them.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkItem } from '../../../src/sandbox/tasks/check-task-handling.ts';
import { ACTION_TYPES, TaskHandlingItemSchema } from '../../support/inner/protocol.ts';

const oddText = fc.constantFrom('', ' ', ',', 'a,b', '0', 'x|y', '|', '2025-02-29 10:00:00', '2024-02-29 10:00:00');
const oddValue = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    1,
    2,
    -1,
    1.5,
    1e300,
    '0',
    '1',
    'get',
    'POST',
    'HANDLE',
    'next',
    'end',
  ),
  oddText,
  fc.constantFrom<unknown>(
    [],
    {},
    [null],
    [{}],
    ['a|b'],
    ['a|b', 'c'],
    ['|x'],
    ['x|'],
    ['1|', '2|', '3|', '4|', '5|', '6|'],
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

const text = fc.oneof(fc.string({ minLength: 1, maxLength: 5 }), oddText);
const twoDigits = fc.integer({ min: 0, max: 62 }).map((number) => String(number).padStart(2, '0'));
const time = fc
  .tuple(fc.constantFrom('2024', '2025', '1900', '2000', '0000'), fc.array(twoDigits, { minLength: 5, maxLength: 5 }))
  .map(([year, [month, day, hour, minute, second]]) => `${year}-${month}-${day} ${hour}:${minute}:${second}`);

const button = {
  name: text,
  type: fc.constantFrom(...ACTION_TYPES),
  url: text,
  optType: fc.constantFrom(0, 1, '0', '1'),
  method: fc.option(fc.constantFrom('get', 'post', 'put'), { freq: 10 }),
  allowMerge: fc.constantFrom(0, 1),
  nextNodeKey: text,
};
const action = damaged(button);
const previousAction = damaged({ ...button, times: fc.constantFrom(0, 1, null) });
const goodEntry = { weight: 20, arbitrary: fc.constantFrom('a|1', 'b|', 'c|d|e', ' |') };
const summaryEntry = fc.oneof(goodEntry, { weight: 1, arbitrary: fc.constantFrom('|x', 'x', '') });
const summary = fc.array(summaryEntry, { maxLength: 6 });

const nextTask = damaged({
  handlers: text,
  handlingGroup: text,
  nodeId: text,
  nodeName: text,
  transTypeCode: text,
  actions: fc.array(action, { maxLength: 2 }),
  autoCreateTransType: fc.boolean(),
  canDelegate: fc.constantFrom(0, 1),
  taskSummary: summary,
  transSummary: summary,
  timeOut: fc.nat(100),
  taskId: text,
  transcationName: text,
  handleUrl: text,
  viewUrl: text,
  mHandleUrl: text,
  mViewUrl: text,
  mhandleUrl: text,
  mviewUrl: text,
  initiator: text,
  initiatorName: text,
  serialNumber: text,
  taskName: text,
  transTypeName: text,
  status: text,
});

const item = damaged({
  appId: text,
  handler: text,
  status: fc.constantFrom('next', 'none', 'end'),
  previousTaskId: text,
  handleOpinions: text,
  handleStatus: text,
  handlerName: text,
  handleTime: fc.oneof(time, fc.constant('2025-06-01 10:00:00')),
  next: fc.array(nextTask, { maxLength: 2 }),
  previousActions: fc.array(previousAction, { maxLength: 2 }),
});

/** A whole object, or one with a field left out, given an odd value, or added, now and then. */
function damaged(fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> {
  const names = Object.keys(fields);
  const damage = fc.tuple(fc.constantFrom(...names, 'unheardOf'), fc.oneof(fc.constant(undefined), oddValue));
  const damages = fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(damage, { maxLength: 2 }) },
  );
  return fc
    .tuple(fc.record(fields), damages)
    .map(([object, changes]) => ({ ...object, ...Object.fromEntries(changes) }));
}

function judge(value: unknown): { ours: boolean; sandbox: boolean } {
  // What arrives has been through JSON: fields that are undefined are not there.
  const raw: unknown = JSON.parse(JSON.stringify(value));
  const { own, next } = checkItem(raw, 'refuse');
  return { ours: TaskHandlingItemSchema.safeParse(raw).success, sandbox: own.length === 0 && next.flat().length === 0 };
}

describe('Resources, Task handling request: the schemas and the sandbox read the same spec', () => {
  it('agree on every item, near the valid ones', () => {
    const counts = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(item, (value) => {
        const { ours, sandbox } = judge(value);
        counts[sandbox ? 'accepted' : 'refused'] += 1;
        expect(ours).toBe(sandbox);
      }),
      { numRuns: 4000 },
    );
    // Neither answer may be the only one, or the agreement says nothing.
    expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(400);
  });

  it('agree on any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const { ours, sandbox } = judge(value);
        expect(ours).toBe(sandbox);
      }),
      { numRuns: 500 },
    );
  });
});
