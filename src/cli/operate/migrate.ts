import { openStore, readSchemaOf } from '../../store/open-store.ts';
import { type Command, UsageError } from '../command.ts';
import { BY, describeFlags, type Flag, JSON_OUTPUT, parseFlags, STORE, seeHelp } from './action/flags.ts';
import { byOf, storeUrlOf } from './action/run-action.ts';

const FLAGS: readonly Flag[] = [
  { name: 'dry-run', text: 'only print which migrations would be applied' },
  BY,
  STORE,
  JSON_OUTPUT,
];

/** Migrates a database that exists. The same happens when a service opens it. */
export const migrate: Command = {
  help: () =>
    [
      'Usage: bpmn-transaction-bridge migrate [options]',
      '',
      `Brings a database to the schema of this version, in one transaction: all of it, or nothing. A service does the same when
it starts. Make a backup first: an older version may refuse the database afterwards. An empty PostgreSQL database gets its
tables; an SQLite file must exist, and no service may have it open.`,
      '',
      ...describeFlags([...FLAGS, { name: 'help', text: 'print this' }]),
      '',
      'Exit codes: 0 done, or with --dry-run nothing to do; 1 failed, or migrations would be applied; 2 the command line is wrong.',
    ].join('\n'),
  async run(args, { out }) {
    const { values, args: others } = parseFlags('migrate', FLAGS, args);
    if (others.length > 0) throw new UsageError(`Unknown: ${others.join(' ')}.\n${seeHelp('migrate')}`);
    const url = storeUrlOf(typeof values.store === 'string' ? values.store : undefined);
    const { applied, missing } = await readSchemaOf(url);
    const isDone = values['dry-run'] !== true;
    if (isDone && missing.length > 0) await (await openStore(url, 'service', byOf(values))).close();
    const verb = isDone ? 'Applied' : 'Would apply';
    const line =
      missing.length === 0 ? `Nothing to do: the schema is ${applied.at(-1)}.` : `${verb}: ${missing.join(', ')}.`;
    out(values.json === true ? JSON.stringify({ isDone, applied, missing }, undefined, 2) : line);
    return isDone || missing.length === 0 ? 0 : 1;
  },
};
