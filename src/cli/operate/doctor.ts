import { EXIT_CODES, UsageError } from '../command.ts';
import type { CommandLine } from './action/action.ts';
import { createOperateCommand } from './action/operate-command.ts';
import { BY, YES } from './action/operation-action.ts';
import { checkCallback } from './doctor/check-callback.ts';
import { checkCenter } from './doctor/check-center.ts';
import { checkDatabase, checkDatabaseClock } from './doctor/check-database.ts';
import { checkDefinitions } from './doctor/check-definitions.ts';
import { checkRestore, markRestored } from './doctor/check-restore.ts';
import { describe, type Finding, type Found, fail } from './doctor/finding.ts';
import { checkSettings, readSettings, SETTING_FLAGS, SETTING_LINES, type Settings } from './doctor/settings.ts';
import { plural, wrap } from './print/layout.ts';

/** Checks what a service depends on, and says what to do; exit code 1 if something failed. */
export const doctor = createOperateCommand({
  name: 'doctor',
  about: `Checks what a service depends on: its configuration, the database (reach, schema, rights, settings of the server), the
definitions that are in use, the clocks, the center, and whether the callbacks reach the service. Each finding that is
not ok has its remedy. It changes nothing, presses nothing and reports nothing; what it cannot check because a setting
is missing, it skips. Run it on the machine of the service, with the settings of the service.

After the database was restored from a backup, and before a service is started: doctor --reconcile --yes. The center
remembers the time since the backup; from then on no id is given to a task or message that the center may know, and
doubts lists what somebody has to compare. The option reconcile of the bridge does the same at its start.`,
  actions: [
    {
      ...{ name: null, args: [], summary: '', access: null, run: examineService },
      flags: [
        ...SETTING_FLAGS,
        {
          name: 'reconcile',
          text: 'say that the database was restored from a backup, while no service runs; needs --yes',
        },
        ...[YES, BY],
      ],
    },
  ],
  notes: ['', 'Only as variables, because every user of the machine can read a command line:', ...SETTING_LINES],
  exitCodes: '0 nothing failed, also with warnings; 1 something failed; 2 the command line is wrong.',
});

const RECONCILE =
  'Says to the database that it was restored from a backup: every open task is in doubt until it is pressed.\nNothing was changed: repeat the command with --yes to do it.';
const MARKED =
  'The database is marked as restored: services may start. doubts lists what to compare with the center. What doctor finds:\n';

async function examineService({ url, by, has, text, print }: CommandLine): Promise<number> {
  const [isRestored, isSure] = [has('reconcile'), has('yes')];
  if (isSure && !isRestored) throw new UsageError('--yes is only for --reconcile.');
  if (isRestored && !isSure) {
    print({ isDone: false }, [RECONCILE]);
    return EXIT_CODES.failed;
  }
  if (isRestored) {
    await markRestored(url, by);
    // It is said before the checks, which may take long: to mark it again would make a second restore of it.
    if (!has('json')) print(null, [MARKED]);
  }
  const findings = await examine(url, readSettings(text));
  print({ findings }, describeFindings(findings));
  return findings.some(({ state }) => state === 'failed') ? EXIT_CODES.failed : EXIT_CODES.done;
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
    ...named('configuration', checkSettings(settings)),
    ...named('database', database),
    ...named('restore', restore),
    ...named('definitions', definitions),
    ...named('clock', [...(inspection === undefined ? [] : [checkDatabaseClock(inspection)]), ...clock]),
    ...named('center', center),
    ...named('callback', await checkCallback(settings)),
  ];
}

function describeFindings(findings: readonly Finding[]): string[] {
  const count = (state: Finding['state']) => findings.filter((each) => each.state === state).length;
  return [
    ...findings.flatMap(({ check, state, says, remedy }) => [
      ...wrap(`${state.toUpperCase()} ${check}: ${says}`).map((line, index) => (index === 0 ? line.trimStart() : line)),
      ...(remedy === null ? [] : wrap(`→ ${remedy}`)),
    ]),
    '',
    `${count('failed')} failed, ${plural(count('warning'), 'warning')}, ${count('skipped')} skipped, ${count('ok')} ok.`,
  ];
}
