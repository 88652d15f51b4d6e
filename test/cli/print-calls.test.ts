import { setImmediate as aTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createCallPrinter } from '../../src/cli/sandbox/print-calls.ts';
import type { Sandbox, SandboxOptions } from '../../src/sandbox/index.ts';
import {
  nextTask,
  openBusinessSystem,
  openSandbox,
  openTasks,
  type RawObject,
  report,
  reportItem,
} from '../sandbox/business-system.ts';
import { DEFAULT_DIRECTORY } from '../support/inner/sandbox.ts';

async function openPrinting(out: (line: string) => void, options: SandboxOptions = {}): Promise<Sandbox> {
  const onCall = createCallPrinter({
    ...{ out, timeZone: 'UTC', directory: DEFAULT_DIRECTORY },
    ...{ statusRuns: () => sandbox.statusRuns, task: (taskId: string) => sandbox.task(taskId) },
  });
  const sandbox: Sandbox = await openSandbox({ ...options, onCall });
  return sandbox;
}

/** The line about a report behind a task the center does not know. */
async function reportOnce(next: readonly unknown[], options: SandboxOptions = {}) {
  const lines: string[] = [];
  const sandbox = await openPrinting((line) => void lines.push(line.slice(8)), options);
  await report(sandbox, reportItem('i-1.start', 'next', { next }));
  return lines.at(-1)?.split('this task is not exist')[1];
}

it('the line of a start says which tasks it created, since its answer is an error', async () => {
  const several = ['t-1', 't-2', 't-3', 't-4'].map((taskId) => nextTask(taskId));
  expect(await reportOnce(several)).toBe('  created t-1, t-2, t-3, 1 more');
  expect(await reportOnce(several, { switches: { unknownPreviousTask: 'create-nothing' } })).toBe('');
});

it('and for tasks of unknown people, their names', async () => {
  const line = async (more: RawObject) => reportOnce([nextTask('t-1', more)]);
  const nobody = '  created t-1  t-1: nobody in the directory has this task: ';
  expect(await line({ handlers: 'bo;chen' })).toBe(`${nobody}bo;chen`);
  expect(await line({ handlers: 'bo，chen' })).toBe(`${nobody}bo，chen`);
  expect(await line({ handlers: null, handlingGroup: 'nowhere' })).toBe(`${nobody}nowhere`);
  expect(await line({ handlers: 'bo,zoe' })).toBe('  created t-1  t-1: the account zoe is unknown');
  expect(await line({ initiator: 'zoe' })).toBe('  created t-1  t-1: the directory has no initiator zoe');
  expect(await line({ handlers: null, handlingGroup: 'legal', initiator: 'anna' })).toBe('  created t-1');
});

/** The line about a press of bo on t-1, whose button leads to this url. */
async function pressOnce(url: string) {
  const lines: string[] = [];
  const out = (line: string) => void lines.push(line.slice(8));
  const sandbox = await openPrinting(out);
  const actions = [{ name: 'Approve', type: 'HANDLE', url, optType: 0, method: 'post' }];
  await openTasks(sandbox, nextTask('t-1', { actions }));
  await sandbox.press('t-1', { action: 'Approve', account: 'bo' });
  return lines.at(-1);
}

it('the line of a press distinguishes the code "0" from the number 0', async () => {
  const line = async (code: unknown) => pressOnce((await openBusinessSystem(200, { code, message: 'fine' })).url);
  expect(await line('0')).toBe('  center →  button  t-1 bo  200  code "0" fine');
  expect(await line(0)).toBe('  center →  button  t-1 bo  200  code 0');
});

it('the line of a press that got no answer says why', async () => {
  const why = 'its url is no complete address, with http:// or https:// and a host';
  expect(await pressOnce('/approve')).toBe(`  center →  button  t-1 bo  no answer: ${why}`);
  // What is closed cannot be reached; localhost has two addresses.
  expect(await pressOnce('http://localhost:1/approve')).toMatch(/ {2}no answer: .*ECONNREFUSED/);
});

/** A sandbox that asks a business system with this answer about t-1, and the lines about its questions. */
async function askOnce(answer: unknown) {
  const lines: string[] = [];
  const out = (line: string) => void lines.push(line.slice(8));
  const sandbox = await openPrinting(out);
  await openTasks(sandbox, nextTask('t-1'));
  sandbox.setStatusUrl('approvals', (await openBusinessSystem(200, answer)).url);
  await sandbox.runNightly();
  await aTurn();
  return { lines: lines.filter((line) => line.includes('taskStatus')), runs: sandbox.statusRuns };
}

const finished = (more: object) => ({
  code: 0,
  message: 'ok',
  data: [
    { taskId: 't-1', taskStatus: 'FINISH', taskData: { handler: 'bo', handleTime: '2025-06-01 10:00:00', ...more } },
  ],
});
const HEAD = '  center →  taskStatus  t-1  200  code 0';

it.each([
  ['a field is missing', finished({}), 't-1: data[0].taskData.status is null'],
  ['the answer does not fit the question', { code: 0, message: 'ok', data: [] }, 'data has 0 entries for 1 task ids'],
  [
    'a next task cannot be created',
    finished({
      status: 'next',
      next: [{ appId: 'others', taskId: 't-2', nodeId: 'n', nodeName: 'N', handlers: 'bo' }],
    }),
    't-1: next task t-2 belongs to another application, others',
  ],
])('the line of a question about states says what was wrong in the answer: %s', async (_, answer, problem) => {
  const { lines, runs } = await askOnce(answer);
  expect(lines).toEqual([`${HEAD}  ${problem}`]);
  expect(runs.flatMap(({ problems }) => problems.map(({ message }) => message))).toEqual([
    problem.replace('t-1: ', ''),
  ]);
});

it('and nothing more where nothing was', async () => {
  const { lines } = await askOnce(finished({ status: 'none' }));
  expect(lines).toEqual([HEAD]);
});
