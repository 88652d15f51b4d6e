/** Whoever uses the library reads what an option, a method or a field means where the editor shows it. */
import { describe, expect, test } from 'vitest';
import { listPublicMembers } from './public-members.ts';
import { listUnexportedNames } from './unexported-names.ts';

describe.each([
  {
    door: 'src/index.ts',
    among: ['Bridge', 'deploy', 'inUse', 'instance.ended', 'concludesItself', 'ivPrefixed', 'jwksUrl', 'startKey'],
  },
  { door: 'src/plugin/index.ts', among: ['PluginOptions', 'nextNodeKey', 'transcationName', 'replayKey', 'jobsGone'] },
  { door: 'src/model/index.ts', among: ['isDeployable', 'handlingGroup', 'messageTypes', 'remedy'] },
  { door: 'src/conformance/index.ts', among: ['JudgedCenter', 'page'] },
  { door: 'src/testing/index.ts', among: ['ProcessTest', 'advance', 'diagrams', 'listUndelivered'] },
  { door: 'src/sandbox/index.ts', among: ['Sandbox', 'callbackCipher', 'isRead'] },
])('$door', ({ door, among }) => {
  const members = listPublicMembers(door);
  const isThere = (name: string) => members.some(({ place }) => place.endsWith(` ${name}`));

  test('everything that can be reached from it says what it is', () => {
    expect(members.filter(({ isDocumented }) => !isDocumented).map(({ place }) => place)).toEqual([]);
  });

  test('it exports every type that its signatures mention', () => {
    expect(listUnexportedNames(door)).toEqual([]);
  });

  test.each(among)('%s is among what is looked at', (name) => {
    expect(isThere(name)).toBe(true);
  });

  test('the fence of a step is only for a host that stores instances itself', () => {
    const fences = members.filter(({ place }) => place.endsWith(' revision'));
    expect(fences.filter(({ place }) => !place.startsWith('src/plugin/stored/'))).toEqual([]);
  });
});
