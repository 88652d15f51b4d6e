import { expect, test } from 'vitest';
import { formatButtonPath, parseButtonPath } from '../../src/callback/addresses.ts';

const path = { taskId: 'i-1.2', actionKey: 'approve', keyId: 'k1', signature: 'abc' };

test('a button address is read under any prefix', () => {
  for (const prefix of ['', '/', '/api/v1/', '/tasks/tasks/']) {
    expect(parseButtonPath(`${prefix}${formatButtonPath(path)}`)).toEqual(path);
  }
});

test('ids with slashes, spaces and other scripts survive the address', () => {
  const odd = { ...path, taskId: '请假/2024 #1%2F', actionKey: 'a?b' };
  expect(formatButtonPath(odd)).not.toMatch(/[ #?]/);
  expect(parseButtonPath(`/x/${formatButtonPath(odd)}`)).toEqual(odd);
});

test.each([
  ['another first word', '/x/task/i-1.2/approve/k1.abc'],
  ['an upper case first word', '/x/Tasks/i-1.2/approve/k1.abc'],
  ['a segment too few', '/tasks/i-1.2/k1.abc'],
  ['a segment too many', '/tasks/i-1.2/approve/k1.abc/x'],
  ['a slash at the end', '/tasks/i-1.2/approve/k1.abc/'],
  ['an empty task id', '/tasks//approve/k1.abc'],
  ['no key id', '/tasks/i-1.2/approve/.abc'],
  ['no signature', '/tasks/i-1.2/approve/k1.'],
  ['no dot', '/tasks/i-1.2/approve/k1abc'],
  ['a second dot', '/tasks/i-1.2/approve/k1.abc.d'],
  ['a broken escape', '/tasks/i-1.2%/approve/k1.abc'],
  ['an escape that is not UTF-8', '/tasks/%ff/approve/k1.abc'],
  ['a needless escape', '/tasks/i%2D1.2/approve/k1.abc'],
  ['a lower case escape', '/tasks/%e8%af%b7/approve/k1.abc'],
])('%s makes it no button address', (_, pathname) => {
  expect(parseButtonPath(pathname)).toBeUndefined();
});
