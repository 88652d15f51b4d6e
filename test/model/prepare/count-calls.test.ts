import nodeProcess from 'node:process';
import { expect, test } from 'vitest';
import { readFiles } from '../../../src/model/files/read-files.ts';
import { bpmn, callActivity, end, process, start, subProcess, userTask } from '../../support/bpmn-xml.ts';
import { prepare } from './prepare.ts';

const check = process('check', [start('s'), userTask('look'), end('e')], 's > look > e');
/** Why the files may not be deployed, where nothing is deployed before and there is nothing else to say. */
async function refusalOf(diagrams: string | readonly string[]): Promise<unknown> {
  const nothingElse = { deployed: () => undefined, messageTypes: {}, systemHandler: undefined };
  return (await readFiles(diagrams, { options: {}, ...nothingElse, accept: async (each) => each })).refusal;
}

const calls = (id: string, ...targets: readonly string[]) => {
  const nodes = targets.map((target, index) => callActivity(`${id}-${index}`, target));
  const path = [`s-${id}`, ...nodes.map((call) => call.id), `e-${id}`].join(' > ');
  return process(id, [start(`s-${id}`), ...nodes, end(`e-${id}`)], path);
};
/** Each process calls the next twice, the last one nothing. */
const levels = (count: number) => [
  ...Array.from({ length: count - 1 }, (_, n) => calls(`p${n}`, `p${n + 1}`, `p${n + 1}`)),
  calls(`p${count - 1}`),
];
/** Each process calls the next once, the last one nothing. */
const chain = (count: number) => [
  ...Array.from({ length: count - 1 }, (_, n) => calls(`p${n}`, `p${n + 1}`)),
  calls(`p${count - 1}`),
];
/** The same, where nobody starts them by themselves. */
const called = (count: number) =>
  chain(count).map((each) => each.replace('isExecutable="true"', 'isExecutable="false"'));
const TOO_DEEP = 'The calls of the process p58 are nested more than 100 processes deep, which is too deep to run.';
const TOO_MANY = 'The process p22 makes more than 200 calls of other processes, including the calls in those.';

test('calls that multiply are refused once, whatever calls the process with too many', async () => {
  const refusal = await refusalOf(bpmn(...levels(30)));
  expect(refusal).toMatchObject({
    code: 'ERR_MODEL_REFUSED',
    details: { problems: [{ rule: 'too-many-calls', severity: 'error', elementId: 'p22', reason: TOO_MANY }] },
  });
});

test('calls that multiply are refused once over files that are deployed together', async () => {
  const refusal = await refusalOf(levels(30).map((each) => bpmn(each)));
  expect(refusal).toMatchObject({ details: { problems: [{ file: 'file 23 of the list', reason: TOO_MANY }] } });
});

test('calls are drawn up to 200, and what leads back to its caller counts once', async () => {
  const many = (count: number) => Array.from({ length: count }, () => 'check');
  const file = (count: number) => bpmn(calls('main', 'back', ...many(count)), calls('back', 'main'), check);
  expect(
    (await prepare(file(198), {}, { processId: 'main' })).problems.filter(({ severity }) => severity === 'error'),
  ).toEqual([]);
  expect((await prepare(file(200), {}, { processId: 'main' })).problems).toMatchObject([{ rule: 'too-many-calls' }]);
});

test('the executable processes of a file are drawn up to 800 calls in all', async () => {
  const file = (count: number) => bpmn(...chain(count));
  expect(await refusalOf(file(41))).toMatchObject({
    details: {
      problems: [{ rule: 'too-many-calls', elementId: 'p0', remedy: expect.stringContaining('isExecutable') }],
    },
  });
  expect((await prepare(file(40), {}, { processId: 'p0' })).problems).toEqual([]);
});

test('a chain of calls that is too deep is refused once, before anything is drawn', async () => {
  const before = nodeProcess.cpuUsage();
  const refusal = await refusalOf(bpmn(...chain(160)));
  expect(refusal).toMatchObject({
    code: 'ERR_MODEL_REFUSED',
    details: { problems: [{ rule: 'calls-too-deep', severity: 'error', elementId: 'p58', reason: TOO_DEEP }] },
  });
  // Of processor time; where the processes below are drawn into each other, it is ten times as much.
  expect(nodeProcess.cpuUsage(before).user / 1_000).toBeLessThan(8_000);
});

test('the same over files that are deployed together', async () => {
  const refusal = await refusalOf(chain(160).map((each) => bpmn(each)));
  expect(refusal).toMatchObject({ details: { problems: [{ file: 'file 59 of the list', reason: TOO_DEEP }] } });
});

test('calls are drawn a hundred deep, and what lies around a call counts', async () => {
  const rulesOf = async (...processes: readonly string[]) =>
    (await prepare(bpmn(...processes), {}, { processId: 'main' })).problems.map(({ rule }) => rule);
  const around = subProcess('sub', [start('in'), callActivity('call', 'p0'), end('out')], 'in > call > out');
  const wrapped = process('main', [start('s'), around, end('e')], 's > sub > e');
  const passing = callActivity('call', 'p0', {
    extensions: '<camunda:in variables="all" xmlns:camunda="http://camunda.org/schema/1.0/bpmn"/>',
  });
  const apart = process('main', [start('s'), passing, end('e')], 's > call > e');
  expect(await rulesOf(calls('main', 'p0'), ...called(100))).toEqual([]);
  expect(await rulesOf(calls('main', 'p0'), ...called(101))).toEqual(['calls-too-deep']);
  expect(await rulesOf(wrapped, ...called(100))).toEqual(['calls-too-deep']);
  expect(await rulesOf(apart, ...called(99))).toEqual([]);
  expect(await rulesOf(apart, ...called(100))).toEqual(['calls-too-deep']);
});

test('what is refused beside a chain that is too deep is told with it', async () => {
  const file = bpmn(
    ...chain(102),
    process('other', [start('s-other'), userTask('u', { assignee: '' })], 's-other > u'),
  );
  const refusal = await refusalOf(file);
  expect(refusal).toMatchObject({ details: { problems: [{ rule: 'calls-too-deep' }, { elementId: 'u' }] } });
});
