import * as elements from 'bpmn-elements';
import { afterEach, expect, test } from 'vitest';
import { requireEngine, USED_MEMBERS } from '../../../src/plugin/live/require-engine.ts';

const { prototype } = elements.Definition as unknown as { prototype: Record<string, unknown> };
const own = Object.getOwnPropertyDescriptor(prototype, 'getProcesses') ?? {};

afterEach(() => {
  Object.defineProperty(prototype, 'getProcesses', own);
});

test('the installed engine has all that is called', () => {
  expect(requireEngine).not.toThrow();
  expect(Object.values(USED_MEMBERS).flatMap(Object.keys)).toContain('Definition');
});

test('an engine without one of them is refused, and it is named', () => {
  delete prototype.getProcesses;
  expect(requireEngine).toThrow(
    expect.objectContaining({ code: 'ERR_ENGINE_UNSUPPORTED', details: { missing: ['Definition.getProcesses'] } }),
  );
});
