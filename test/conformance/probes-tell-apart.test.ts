/** Every probe is asked of a sandbox under each value of its switch, and must say which it is. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { PROBES } from '../../src/conformance/probes/probes.ts';
import type { SandboxOptions } from '../../src/sandbox/index.ts';
import { Center, openSandbox } from '../support/inner/conformance.ts';
import { SWITCH_VALUES } from '../support/inner/sandbox.ts';
import { readProbe } from './look.ts';

async function readingOf(name: string, options: SandboxOptions): Promise<string | undefined> {
  await using opened = await openSandbox({ nightlyRun: false, ...options });
  const probe = PROBES.find((each) => each.name === name);
  return probe && (await readProbe(probe, new Center(opened.variables), opened.access));
}

describe.each(PROBES.filter(({ sandboxSwitch }) => sandboxSwitch))('the probe $name', ({ name, sandboxSwitch }) => {
  const values: readonly unknown[] = sandboxSwitch === undefined ? [] : SWITCH_VALUES[sandboxSwitch];

  test.each(values)(`knows a center with ${sandboxSwitch} %s`, async (value) => {
    expect(await readingOf(name, { switches: { [sandboxSwitch ?? '']: value } })).toBe(`${value}`);
  });
});

test('every switch of the sandbox has one probe', () => {
  const probed = PROBES.flatMap(({ sandboxSwitch }) => sandboxSwitch ?? []);
  expect(probed.toSorted()).toEqual(Object.keys(SWITCH_VALUES).toSorted());
});

const cipher = { kind: 'aes-gcm', key: Buffer.alloc(32, 7).toString('base64') } as const;

test.each<[string, string, SandboxOptions]>([
  ['entry-ids', 'not-always', {}],
  ['transaction-types', 'any', {}],
  ['transaction-types', 'registered', { transTypeCodes: ['conformance'] }],
  ['time-zone', 'own', {}],
  ['time-zone', 'another', { timeZone: 'Europe/Berlin' }],
  ['button-call', 'plain', {}],
  ['button-call', 'sealed', { callbackCipher: cipher }],
  ['status-answer', 'as-report', {}],
  ['status-hours', 'day', {}],
  ['status-hours', 'later', { statusAfterHours: 72 }],
])('the probe %s, which no switch belongs to, reads "%s" in a center with %j', async (name, reading, options) => {
  expect(await readingOf(name, options)).toBe(reading);
});

test('a probe that must see lists says without them what to look at', async () => {
  await using opened = await openSandbox({ nightlyRun: false });
  const open = [];
  for (const { name, ask } of PROBES) {
    const seen = await ask(new Center(opened.variables));
    expect(seen.saw.join(' ')).toMatch(/./);
    if (seen.reading !== undefined) continue;
    expect(seen.look).toMatch(/./);
    open.push(name);
  }
  expect(open).toEqual([
    ...['sign-off', 'time-zone', 'follow-up', 'suspend-by-press', 'button-answer', 'batch-uuid'],
    ...[
      'button-call',
      'suspended-list',
      'suspended-asked-again',
      'status-question',
      'status-time-form',
      'status-answer',
      'status-hours',
      'turn',
    ],
  ]);
});

test('docs/conformance.md names every probe', async () => {
  const page = await readFile(new URL('../../docs/conformance.md', import.meta.url), 'utf8');
  for (const { name } of PROBES) expect(page).toContain(`| \`${name}\` |`);
});
