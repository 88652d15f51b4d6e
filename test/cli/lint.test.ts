/** The command line in a process of its own: what it prints of diagrams, and what it exits with. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { runProgram } from '../../src/cli/run-program.ts';
import {
  bareTask,
  end,
  fileWith,
  lanes,
  processFile,
  scriptTask,
  serviceTask,
  start,
  userTask,
} from '../support/bpmn-xml.ts';
import { runCli } from './start-cli.ts';

const EXAMPLES = ['leave-approval', 'purchase'].map(
  (name) => new URL(`../../processes/${name}.bpmn`, import.meta.url).pathname,
);

/** The same command without a process of its own. */
async function run(args: readonly string[]) {
  let [out, err] = ['', ''];
  const code = await runProgram(args, {
    out: (text) => {
      out += `${text}\n`;
    },
    err: (text) => {
      err += `${text}\n`;
    },
  });
  return { code, out, err };
}

let folder: string;
const pathOf = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lint-'));
  await writeFile(pathOf('nobody.bpmn'), fileWith(bareTask('ask', { name: 'Ask' })));
  await writeFile(
    pathOf('guessed.bpmn'),
    fileWith(bareTask('ask'), { id: 'guessed', before: lanes({ Office: ['ask'] }) }),
  );
  await writeFile(pathOf('no-xml.bpmn'), 'no XML at all');
  await writeFile(pathOf('latin.bpmn'), Buffer.from(fileWith(userTask('pr\u00fcfen')), 'latin1'));
  await mkdir(pathOf('empty'));
});
afterAll(() => rm(folder, { recursive: true }));

test('diagrams without a fault: their number, exit code 0', async () => {
  expect(await runCli(['lint', ...EXAMPLES, '--system-handler', 'purchase-service'])).toEqual({
    ...{ code: 0, err: '' },
    out: '2 files, 0 errors, 0 warnings\n',
  });
});

test('every problem below its file, errors and warnings counted, exit code 1', async () => {
  const { code, out, err } = await runCli(['lint', pathOf('nobody.bpmn'), pathOf('guessed.bpmn')]);
  expect({ code, err }).toEqual({ code: 1, err: '' });
  expect(out).toMatch(/^.*nobody\.bpmn\n {2}ask {2}error {2}user-task-without-handler\n {4}.*"Ask".*\n {4}.+\n\n/);
  expect(out).toMatch(/\n.*guessed\.bpmn\n {2}ask {2}warning, a guess {2}handler-from-lane\n {4}.*\n {4}.+\n\n/);
  expect(out).toMatch(/\n\n2 files, 1 error, 1 warning\n$/);
});

test('a file that is not XML, or not encoded as declared, does not hide problems of other files', async () => {
  const { code, out, err } = await run(['lint', ...['no-xml.bpmn', 'latin.bpmn', 'nobody.bpmn'].map(pathOf)]);
  expect({ code, err }).toEqual({ code: 1, err: '' });
  expect(out.match(/definitions {2}error {2}file-unreadable/g)).toHaveLength(2);
  expect(out).toContain('bytes are not valid UTF-8');
  expect(out).toMatch(/user-task-without-handler[\s\S]*\n3 files, 3 errors, 0 warnings\n$/);
});

describe('--json', () => {
  it('prints the whole result', async () => {
    const { code, out } = await run(['lint', '--json', pathOf('guessed.bpmn')]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      isDeployable: true,
      files: [pathOf('guessed.bpmn')],
      problems: [
        {
          ...{ severity: 'warning', rule: 'handler-from-lane', elementId: 'ask', file: pathOf('guessed.bpmn') },
          ...{ guess: true, reason: expect.any(String), remedy: expect.any(String) },
        },
      ],
      processes: [expect.objectContaining({ processId: 'guessed', file: pathOf('guessed.bpmn') })],
    });
  });
});

describe('what the service has', () => {
  const called = processFile([start(), userTask('a'), end()], 'start > a >[${rate(1)}] end', { id: 'called' });

  it.each([
    [['guessed.bpmn', '--strict'], 1],
    [['nobody.bpmn', '--handlers', 'ann'], 0],
    [['nobody.bpmn', '--group', 'office'], 0],
    [['nobody.bpmn', '--assign'], 0],
    [['nobody.bpmn', '--handlers', 'ann', '--strict'], 1],
    [['called.bpmn'], 0],
    [['called.bpmn', '--functions', 'rate, sum'], 0],
    [['called.bpmn', '--functions', 'sum'], 1],
    [['pays.bpmn', '--services', 'pay'], 0],
    [['pays.bpmn', '--services', ''], 1],
    [['writes.bpmn'], 0],
    [['writes.bpmn', '--no-scripts'], 1],
  ])('%j: exit code %i', async ([name = '', ...flags], expected) => {
    await writeFile(pathOf('called.bpmn'), called);
    await writeFile(pathOf('pays.bpmn'), fileWith(serviceTask('pay')));
    await writeFile(pathOf('writes.bpmn'), fileWith(scriptTask('write', 'x')));
    expect((await run(['lint', pathOf(name), ...flags])).code).toBe(expected);
  });
});

describe('what cannot be read: exit code 1, a code and what to do', () => {
  it.each([
    ['none.bpmn', /^ERR_INPUT_INVALID: There is no file or folder .*none\.bpmn: check the path\.\n$/],
    ['none', /^ERR_INPUT_INVALID: There is no file or folder .*none: check the path\.\n$/],
    ['empty', /^ERR_INPUT_INVALID: The folder .*empty has no process files: their names must end in \.bpmn/],
  ])('%s', async (name, message) => {
    const { code, out, err } = await run(['lint', pathOf('nobody.bpmn'), pathOf(name)]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(message);
  });

  it('a link to itself', async () => {
    await symlink('round.bpmn', pathOf('round.bpmn'));
    const { code, err } = await run(['lint', pathOf('round.bpmn')]);
    expect(code).toBe(1);
    expect(err).toMatch(/^ERR_INPUT_INVALID: .*round\.bpmn cannot be read \(ELOOP\): check the path\.\n$/);
  });
});

describe('a command line that is wrong: exit code 2, and what is wrong', () => {
  it.each([
    [[], 'Name a file or a folder of diagrams.'],
    [['--stern', 'x'], "Unknown option '--stern'"],
    [['x', '--handlers', 'a', '--group', 'b'], '--handlers and --group'],
    [['x', '--handlers', ','], '--handlers: must name at least one.'],
  ])('%j', async (args, message) => {
    const { code, out, err } = await run(['lint', ...args]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
  });

  it('--help prints the help, exit code 0', async () => {
    const { code, out } = await run(['lint', '--help']);
    expect(code).toBe(0);
    expect(out).toMatch(/^Usage: bpmn-transaction-bridge lint <file or folder>\.\.\. \[options\]\n/);
  });
});

describe('control characters of diagrams and file names', () => {
  const CONTROL = /(?!\n)\p{Cc}/u;
  it.each([[[]], [['--json']]])('do not reach the terminal, with %j', async (options) => {
    const path = pathOf('\u001b[2J\u009b1mred.bpmn');
    await writeFile(path, fileWith(bareTask('ask', { name: 'Ask\u009b2J' })));
    const { code, out, err } = await run(['lint', path, ...options]);
    expect([code, err]).toEqual([1, '']);
    expect(out).not.toMatch(CONTROL);
    expect(out).toContain('Ask\\u009b2J');
    if (options.length > 0) expect(JSON.parse(out)).toMatchObject({ files: [path] });
  });

  it('do not reach it in an error either', async () => {
    const { err } = await run(['lint', '\u001b[2J']);
    expect(err).toContain('no file or folder \\u001b[2J');
    expect(err).not.toMatch(CONTROL);
  });
});
