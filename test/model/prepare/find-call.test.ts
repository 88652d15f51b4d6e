import { expect, test } from 'vitest';
import { bpmn, callActivity, end, process, start, userTask } from '../../support/bpmn-xml.ts';
import { findPrepared } from './prepare.ts';

const caller = (called: string) => process('main', [start(), callActivity('c', called), end()], 'start > c > end');
const called = (id: string) => process(id, [start('s'), userTask('u'), end('e')], 's > u > e', { isExecutable: false });

test('a called process that was skipped for its id is one problem', async () => {
  const twice = bpmn(caller('u'), called('other'), called('u').replace(/id="(s|e)"/g, 'id="$1-2"'));
  expect((await findPrepared(twice)).filter((each) => !each.startsWith('other-pool-not-run'))).toEqual([
    expect.stringMatching(/^duplicate-id u: The id u is used twice \(line \d+, <process>/),
  ]);
  expect(await findPrepared(bpmn(caller('my check'), called('my check')))).toEqual([
    expect.stringContaining('illegal ID <my check>'),
  ]);
});

test('one that is nowhere is warned of, whatever else was skipped', async () => {
  const twice = bpmn(caller('check'), called('other'), called('u'));
  expect(await findPrepared(twice)).toContainEqual(expect.stringMatching(/^call-target-unknown c: .* process check,/));
});
