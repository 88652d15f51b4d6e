/** Several runs may write into one center at the same time, such as those of a pipeline. */
import { afterEach, expect, test, vi } from 'vitest';
import { Center } from '../../src/conformance/center.ts';
import { sandboxVariables } from '../../src/conformance/variables.ts';

afterEach(() => void vi.useRealTimers());

test('runs that begin in the same millisecond give no id twice', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) });
  const variables = sandboxVariables('http://center.example', 'http://auth.example', 'http://system.example');
  const runs = Array.from({ length: 50 }, () => new Center(variables));
  const ids = runs.flatMap((center) => ['task', 'task', 'start'].map((word) => center.newId(word)));
  expect(new Set(ids).size).toBe(150);
});
