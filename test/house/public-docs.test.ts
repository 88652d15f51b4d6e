/** Whoever uses the library reads what an option, a method or a field means where the editor shows it. */
import { expect, test } from 'vitest';
import { listPublicMembers } from './public-members.ts';

const members = listPublicMembers('src/index.ts');

test('everything that can be reached from the public surface says what it is', () => {
  expect(members.filter(({ isDocumented }) => !isDocumented).map(({ place }) => place)).toEqual([]);
});

test.each([
  ...['Bridge', 'deploy', 'inUse', 'instance.ended', 'PluginPress', 'nextNodeKey', 'concludesItself'],
  ...['Sandbox', 'callbackCipher', 'ivPrefixed', 'jwksUrl', 'revision', 'transcationName', 'isRead', 'startKey'],
])('%s is among what is looked at', (name) => {
  const isThere = members.some(({ place }) => place.endsWith(` ${name}`));
  // The fence of a step is not for the host.
  expect(isThere).toBe(name !== 'revision');
});
