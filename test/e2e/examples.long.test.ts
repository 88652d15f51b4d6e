import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Finished, REPOSITORY, runTypeScript } from './run-node.ts';
import { makeTempFolder } from './temp-folder.ts';

const EXAMPLES = (await readdir(`${REPOSITORY}examples`)).filter((name) => name.endsWith('.ts'));

interface Run extends Finished {
  /** Files that it left in its folder and in that for temporary files. */
  readonly left: readonly string[];
}

const runs = new Map<string, Promise<Run>>();

/** Runs an example once, however many tests look at what came of it. */
function runExample(name: string): Promise<Run> {
  const running = runs.get(name) ?? runInEmptyFolder(name);
  runs.set(name, running);
  return running;
}

async function runInEmptyFolder(name: string): Promise<Run> {
  await using folder = await makeTempFolder();
  await using temp = await makeTempFolder();
  const finished = await runTypeScript(`examples/${name}`, [], folder.path, temp.path);
  return { ...finished, left: [...(await readdir(folder.path)), ...(await readdir(temp.path))] };
}

test.each(EXAMPLES)('%s exits with code 0 and leaves no files behind', async (name) => {
  const { code, stderr, left } = await runExample(name);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(left).toEqual([]);
});

describe('the leave approval', () => {
  test('fits a terminal of 100 columns and prints no colour', async () => {
    const { stdout } = await runExample('leave-approval.ts');
    expect(stdout.split('\n').filter((line) => line.length > 100)).toEqual([]);
    expect(stdout).not.toContain('\u001b');
  });

  test('fails loudly when the process reports something else than the story says', async () => {
    await using folder = await makeTempFolder();
    const diagram = await readFile(`${REPOSITORY}processes/leave-approval.bpmn`, 'utf8');
    expect(diagram).toContain('${days &gt; 3}');
    const other = join(folder.path, 'without-director.bpmn');
    await writeFile(other, diagram.replace('${days &gt; 3}', '${days &gt; 30}'));
    const { code, stderr } = await runTypeScript('examples/leave-approval.ts', [other], folder.path);
    expect(code).toBe(1);
    expect(stderr).toBe(
      [
        '',
        'The report is not what the process says:',
        '  expected  Manager approval → next → Director approval',
        '  came      Manager approval → end',
        '',
      ].join('\n'),
    );
  });
});

test('an engine of its own reports each step, also after it was stored and recovered', async () => {
  const { stdout } = await runExample('own-engine.ts');
  expect(stdout.trimEnd().split('\n')).toEqual([
    'applied: Approve: done',
    'leave-7.start next leave-7.1 Apply',
    'leave-7.1 next leave-7.2 Manager approval',
    'leave-7.2 end',
    'leave-7.message.1 anna Your leave is approved',
  ]);
});

test('an engine host runs a purchase in a table of its own, with a race and a service', async () => {
  const { stdout } = await runExample('engine-host.ts');
  expect(stdout.trimEnd().split('\n')).toEqual([
    'applied, applied',
    'desk.1.0 desk.start next desk.1',
    'desk.2.0 desk.1 next desk.2 desk.3',
    'desk.3.0 desk.2 none',
    'desk.4.0 desk.3 next desk.4 desk.5',
    expect.stringMatching(/^desk\.5\.0 desk\.[45] none$/),
    expect.stringMatching(/^desk\.7\.0 desk\.[45] end$/),
    'desk.5 FINISH ended',
  ]);
});

test('a host starts an instance at a message, and finds a called process when there is one', async () => {
  const { stdout } = await runExample('called-processes.ts');
  expect(stdout.trimEnd().split('\n')).toEqual([
    'call credit-check',
    'The call activity check of instance order-7 calls credit-check, which was not found: let findProcess return its file, and try again.',
    'order-7.start next Check credit',
    'order-7.1 end ',
    'ended',
  ]);
});

test('the parts of the plugin sign, send, judge and decode without a bridge', async () => {
  const { stdout } = await runExample('parts.ts');
  expect(stdout.trimEnd().split('\n')).toEqual([
    "signed: { taskId: 'order-1.1', actionKey: 'approve' } undefined",
    'answered: [ 2004 ]',
    "judged: [ { outcome: 'delivered' } ]",
    'judged: park',
    'calls: 2',
    'pressed: 200 approve bo Fine.',
    "asked: { 'order-1.1': 'IN_PROGRESS' }",
  ]);
});

test('the embedding service runs a leave request from the start to its conclusion in the center', async () => {
  await using folder = await makeTempFolder();
  await cp(`${REPOSITORY}processes`, join(folder.path, 'processes'), { recursive: true });
  const { code, stdout, stderr } = await runTypeScript('test/e2e/leave-service.child.ts', [], folder.path);
  expect(stderr).toMatch(/^callback\.idToken is 'trust-center': .*\nidentity is 'trust-center': .*\n$/);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Leave [\w-]+ is decided\.$/m);
  expect(stdout).toContain('Apply: handled, Manager approval: handled');
});
