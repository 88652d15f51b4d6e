import * as elements from 'bpmn-elements';
import { afterEach, expect, test } from 'vitest';
import { requireEngine, USED_INTERNALS } from '../../../src/plugin/engine/require-engine.ts';
import { bpmn, process, userTask } from '../../support/bpmn-xml.ts';
import { compileXml } from '../../support/inner/plugin.ts';

const { prototype } = elements.Activity as unknown as { prototype: Record<string, unknown> };
const own = Object.getOwnPropertyDescriptor(prototype, '_onJoinInbound') ?? {};

afterEach(() => {
  Object.defineProperty(prototype, '_onJoinInbound', own);
});

test('the installed engine has all that is reached into', () => {
  expect(requireEngine).not.toThrow();
  expect(Object.values(USED_INTERNALS).flatMap(Object.keys)).toContain('SubProcessBehaviour');
});

test('an engine without one of them is refused at deploy, and it is named', async () => {
  delete prototype._onJoinInbound;
  const xml = bpmn(process('p', [userTask('a', { assignee: 'ann' })], ['start > a', 'a > end']));
  await expect(compileXml(xml, {})).rejects.toMatchObject({
    code: 'ERR_ENGINE_UNSUPPORTED',
    details: { missing: ['Activity._onJoinInbound'] },
  });
});
