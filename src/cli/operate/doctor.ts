import { type Command, EXIT_CODES, UsageError } from '../command.ts';
import {
  BY,
  describeFlags,
  type Flag,
  type Given,
  JSON_OUTPUT,
  parseFlags,
  STORE,
  seeHelp,
  YES,
} from './action/flags.ts';
import { byOf, storeUrlOf } from './action/run-action.ts';
import { checkCallback } from './doctor/check-callback.ts';
import { checkCenter } from './doctor/check-center.ts';
import { checkConfiguration } from './doctor/check-configuration.ts';
import { checkDatabase, checkDatabaseClock } from './doctor/check-database.ts';
import { checkDefinitions } from './doctor/check-definitions.ts';
import { checkRestore, markRestored } from './doctor/check-restore.ts';
import { readSettings, SETTING_FLAGS, SETTING_LINES, type Settings } from './doctor/doctor-settings.ts';
import { describe, type Finding, type Found, fail } from './doctor/finding.ts';
import { plural, wrap } from './print/layout.ts';

const RECONCILE: Flag = {
  name: 'reconcile',
  text: 'say that the database was restored from a backup, while no service runs; needs --yes',
};
const FLAGS: readonly Flag[] = [STORE, ...SETTING_FLAGS, RECONCILE, YES, BY, JSON_OUTPUT];

/** Checks what a service depends on, and says what to do; exit code 1 if something failed. */
export const doctor: Command = {
  help: () =>
    [
      'Usage: bpmn-transaction-bridge doctor [options]',
      '',
      `Checks what a service depends on: its configuration, the database (reach, schema, rights, settings of the server), the
definitions that are in use, the clocks, the center, and whether the callbacks reach the service. Each finding that is
not ok has its remedy. It changes nothing, presses nothing and reports nothing; what it cannot check because a setting
is missing, it skips. Run it on the machine of the service, with the settings of the service.

After the database was restored from a backup, and before a service is started: doctor --reconcile --yes. The center
remembers the time since the backup; from then on no id is given to a task or message that the center may know, and
doubts lists what somebody has to compare. The option reconcile of the bridge does the same at its start.`,
      '',
      ...describeFlags([...FLAGS, { name: 'help', text: 'print this' }]),
      '',
      'Only as variables, because every user of the machine can read a command line:',
      ...SETTING_LINES,
      '',
      'Exit codes: 0 nothing failed, also with warnings; 1 something failed; 2 the command line is wrong.',
    ].join('\n'),
  async run(args, { out }) {
    const { values, args: others } = parseFlags('doctor', FLAGS, args);
    if (others.length > 0) throw new UsageError(`Unknown: ${others.join(' ')}.\n${seeHelp('doctor')}`);
    const url = storeUrlOf(typeof values.store === 'string' ? values.store : undefined);
    if (values.reconcile === true && !(await reconcile(url, values, out))) return EXIT_CODES.failed;
    if (values.reconcile !== true && values.yes === true) throw new UsageError('--yes is only for --reconcile.');
    const findings = await examine(url, readSettings(values));
    out(values.json === true ? JSON.stringify({ findings }, undefined, 2) : describeFindings(findings));
    return findings.some(({ state }) => state === 'failed') ? EXIT_CODES.failed : EXIT_CODES.done;
  },
};

const MARKED =
  'The database is marked as restored: services may start. doubts lists what to compare with the center. What doctor finds:\n';

/** @returns whether it was done */
async function reconcile(url: string, values: Given['values'], out: (text: string) => void): Promise<boolean> {
  const isSure = values.yes === true;
  if (isSure) {
    await markRestored(url, byOf(values));
    if (values.json !== true) out(MARKED);
  } else
    out(
      'Says to the database that it was restored from a backup: every open task is in doubt until it is pressed.\nNothing was changed: repeat the command with --yes to do it.',
    );
  return isSure;
}

async function examine(url: string, settings: Settings): Promise<Finding[]> {
  const named = (check: Finding['check'], found: readonly Found[]) => found.map((each) => ({ check, ...each }));
  const { found: database, inspection, isMigrated } = await checkDatabase(url);
  const readable = (check: (url: string) => Promise<Found[]>) =>
    isMigrated
      ? check(url).catch((error: unknown) => [fail(describe(error), 'See the findings on the database.')])
      : [];
  const [definitions, restore] = [await readable(checkDefinitions), await readable(checkRestore)];
  const offsetMs = inspection?.kind === 'postgres' ? inspection.clockOffsetMs : 0;
  const { center, clock } = await checkCenter(settings, () => Date.now() + offsetMs);
  return [
    ...named('configuration', checkConfiguration(settings)),
    ...named('database', database),
    ...named('restore', restore),
    ...named('definitions', definitions),
    ...named('clock', [...(inspection === undefined ? [] : [checkDatabaseClock(inspection)]), ...clock]),
    ...named('center', center),
    ...named('callback', await checkCallback(settings)),
  ];
}

function describeFindings(findings: readonly Finding[]): string {
  const count = (state: Finding['state']) => findings.filter((each) => each.state === state).length;
  return [
    ...findings.flatMap(({ check, state, says, remedy }) => [
      ...wrap(`${state.toUpperCase()} ${check}: ${says}`).map((line, index) => (index === 0 ? line.trimStart() : line)),
      ...(remedy === null ? [] : wrap(`→ ${remedy}`)),
    ]),
    '',
    `${count('failed')} failed, ${plural(count('warning'), 'warning')}, ${count('skipped')} skipped, ${count('ok')} ok.`,
  ].join('\n');
}
