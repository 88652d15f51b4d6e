import { describe, expect, it } from 'vitest';
import { createSandbox, type Switches } from '../../../src/sandbox/index.ts';
import { DEFAULT_APPS } from '../../../src/sandbox/setup/apps.ts';
import { DEFAULT_SETUP } from '../../../src/sandbox/setup/sandbox-setup.ts';
import { SWITCH_VALUES } from '../../../src/sandbox/setup/switches.ts';
import { nextTask, openSandbox, report, reportItem } from '../business-system.ts';
import { notice, sendMessage } from '../send-message.ts';

const [app] = DEFAULT_APPS;
const accounts = [
  { account: 'a', name: 'A' },
  { account: 'b', name: 'B' },
];
const group = { id: 'g', name: 'G', members: ['a'] };

describe('createSandbox refuses invalid options with their path', () => {
  it.each<[string, object]>([
    ['ports: unknown field', { ports: 1 }],
    ['port: must be a whole number from 0 to 65535', { port: 70_000 }],
    ['directory.accounts: is required', { directory: { groups: [] } }],
    ['directory.people: unknown field', { directory: { accounts, people: [] } }],
    ['directory.accounts[2].account: a occurs twice', { directory: { accounts: [...accounts, accounts[0]] } }],
    [
      'directory.accounts[0].account: must not contain a comma',
      { directory: { accounts: [{ account: 'a,b', name: 'A' }] } },
    ],
    ['directory.groups[1].id: g occurs twice', { directory: { accounts, groups: [group, group] } }],
    [
      'directory.groups[0].members[1]: c is not in directory.accounts',
      { directory: { accounts, groups: [{ ...group, members: ['a', 'c'] }] } },
    ],
    [
      'directory.departments[0].members[1]: a occurs twice',
      { directory: { accounts, departments: [{ ...group, members: ['a', 'a'] }] } },
    ],
    ['apps: must contain at least one application', { apps: [] }],
    ['apps[1].appId: approvals occurs twice', { apps: [app, app] }],
    ['apps[0].scope: unknown field', { apps: [{ ...app, scope: '' }] }],
    ['apps[0].statusUrl: must be an http or https url', { apps: [{ ...app, statusUrl: 'tasks/status' }] }],
    ['apps[0].diagramUrl: must be an http or https url', { apps: [{ ...app, diagramUrl: 'diagrams' }] }],
    [
      'apps[1].clientId: approvals-client is also the client of approvals, with another secret',
      { apps: [app, { ...app, appId: 'other', clientSecret: 'x' }] },
    ],
    ['transTypeCodes[1]: leave occurs twice', { transTypeCodes: ['leave', 'leave'] }],
    ['messageTypes.T.channels[0]: ', { messageTypes: { T: { channels: ['FAX'], template: '' } } }],
    ['messageTypes.T: must have either template, or templates', { messageTypes: { T: { channels: ['SMS'] } } }],
    ['switches.noneKeepsPending: must be one of false, true, for-others', { switches: { noneKeepsPending: 'yes' } }],
    ['switches.nonePending: unknown field', { switches: { nonePending: true } }],
    ['callbackCipher.kind: must be "none", or an object whose kind is one of', { callbackCipher: { kind: 'rot13' } }],
    ['callbackCipher.vi: unknown field', { callbackCipher: { kind: 'aes-cbc', key: 'x', vi: 'y' } }],
    ['timeZone: must be a time zone of the IANA database', { timeZone: 'Mars' }],
    ['statusAfterHours: ', { statusAfterHours: -1 }],
  ])('%s', async (problem, options) => {
    const [path] = problem.split(': ');
    await expect(createSandbox(options)).rejects.toMatchObject({
      code: 'ERR_CONFIG_INVALID',
      message: expect.stringContaining(`- ${problem}`),
      details: { problems: [{ path }] },
    });
  });

  it('all that is wrong at once, and no secret of it', async () => {
    const apps = [{ ...app, clientSecret: 'between us', name: 1 }];
    const refused = createSandbox({ apps, port: -1 } as never);
    await expect(refused).rejects.toMatchObject({
      details: { problems: [{ path: 'apps[0].name' }, { path: 'port' }] },
    });
    await expect(refused).rejects.not.toThrow('between us');
  });
});

it('accepts the default setup as options, with no difference', async () => {
  const given = await openSandbox(DEFAULT_SETUP);
  const usual = await openSandbox();
  expect(given.switches).toEqual(usual.switches);
});

it('accepts a directory with only accounts', async () => {
  const sandbox = await openSandbox({ directory: { accounts } });
  expect(sandbox.pending('a')).toEqual([]);
});

it('several applications may have one client', async () => {
  const apps = DEFAULT_APPS.flatMap((one) => [one, { ...one, appId: 'other' }]);
  const sandbox = await openSandbox({ apps });
  const next = (appId: string) => reportItem(`${appId}.start`, 'next', { appId, next: [nextTask(`t-${appId}`)] });
  await report(sandbox, next('approvals'), next('other'), next('third'));
  expect(sandbox.pending('bo').map(({ taskId }) => taskId)).toEqual(['t-approvals', 't-other']);
});

it('later changes of the options have no effect', async () => {
  const people = [{ account: 'zoe', name: 'Zoe' }];
  const sandbox = await openSandbox({ directory: { accounts: people } });
  people.length = 0;
  expect(await sendMessage(sandbox, notice({ toPersons: 'zoe' }))).toMatchObject({ data: { errorList: null } });
});

it('every reading of every switch is listed', () => {
  type Unlisted = {
    [Name in keyof Switches]: Exclude<Switches[Name], (typeof SWITCH_VALUES)[Name][number]>;
  }[keyof Switches];
  // It is the compiler that fails here.
  const isComplete: [Unlisted] extends [never] ? true : false = true;
  expect(isComplete).toBe(true);
  expect(Object.keys(SWITCH_VALUES).sort()).toEqual(Object.keys(DEFAULT_SETUP.switches).sort());
});
